import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { choose } from '../../../support/browser/choose.js'
import { inChromium, useStage } from '../../../support/browser/stage.js'
import { openReceiver, type Receiver, status } from '../../../support/http/receiver.js'

interface Target {
  readonly name: string
  readonly enabled: boolean
  readonly has_secret: boolean
  readonly headers: unknown
  readonly rule_ids: unknown
}

inChromium('Webhooks', () => {
  const stage = useStage()
  let receiver: Receiver
  beforeAll(async () => {
    receiver = await openReceiver()
  })
  afterAll(() => receiver.close())
  const targets = async () =>
    ((await (await fetch(`${stage.url()}/api/webhooks`)).json()) as { readonly targets: readonly Target[] }).targets

  /** Chooses an action in the menu of a webhook. */
  const act = async (page: Page, name: string, action: string): Promise<void> => {
    await page.getByRole('button', { name: `More actions for ${name}`, exact: true }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }

  it('accept an address, show validation errors at the field and never show a stored secret', async () => {
    const page = await stage.open('/alerts')
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Add webhook' }).click()
    await dialog.getByRole('button', { name: 'Add webhook' }).click()
    await dialog.getByText('Enter a name', { exact: true }).waitFor()
    await dialog.getByText('Enter an address', { exact: true }).waitFor()
    await dialog.getByLabel('Name').fill('House')
    await choose(dialog.getByLabel('Type'), 'Webhook')
    const address = page.getByLabel('Address')
    await address.fill('ftp://house')
    await dialog.getByLabel('Signing secret').fill('tea and biscuits')
    await dialog.getByLabel('Headers').fill('X-House: red door')
    await dialog.getByRole('button', { name: 'Add webhook' }).click()
    await dialog.locator('[data-field]', { has: address }).getByRole('alert').waitFor()
    expect(await targets()).toEqual([])
    await address.fill(`${receiver.url}/hook`)
    await dialog.getByRole('button', { name: 'Add webhook' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await targets()).toMatchObject([{ name: 'House', enabled: true, has_secret: true }])

    await act(page, 'House', 'Edit')
    await dialog.getByLabel('Name').fill('Old house')
    await dialog.getByLabel('Headers').waitFor()
    expect(await page.content()).not.toMatch(/tea and biscuits|red door/)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Test Old house' }).click()
    await page.getByText('Test delivered').waitFor()
    const [probe] = receiver.received
    expect(probe?.headers['x-house']).toBe('red door')
    expect(probe?.text).toContain('Old house')
  })

  it('are tested from the form of a rule that is not saved yet', async () => {
    const page = await stage.open('/alerts?edit=new')
    const dialog = page.getByRole('dialog', { name: 'New rule' })
    const before = receiver.received.length
    await dialog.getByRole('button', { name: 'Test', exact: true }).click()
    await dialog.getByText('Test sent to 1 of 1 target').waitFor()
    expect(receiver.received.length).toBe(before + 1)
    expect(await (await fetch(`${stage.url()}/api/alerts/rules`)).json()).toEqual({ rules: [] })
  })

  it('show why a test failed and log it', async () => {
    receiver.answer = status(418)
    const page = await stage.open('/alerts')
    await page.getByRole('button', { name: 'Test Old house' }).click()
    await page.getByText('Test failed: HTTP 418').waitFor()
    await act(page, 'Old house', 'Show deliveries')
    const failed = page.getByRole('row').filter({ hasText: 'HTTP 418' })
    await failed.waitFor()
    expect(await failed.getByRole('cell').allTextContents()).toMatchObject([
      expect.anything(),
      'Test',
      'Failed',
      '418',
      '1',
      'HTTP 418',
    ])
    await page.getByRole('row').filter({ hasText: 'Delivered' }).first().waitFor()
  })

  it('show a pending delivery and its next retry', async () => {
    receiver.answer = status(503)
    await fetch(`${stage.url()}/api/alerts/rules`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Finished', rule_type: 'event_pattern', config: { event_type: 'Stop' } }),
    })
    const page = await stage.open('/alerts')
    await act(page, 'Old house', 'Show deliveries')
    await page.getByRole('dialog').getByRole('row').nth(1).waitFor()
    await stage.agents.hook('Stop', await stage.agents.working('Paint the shop'))
    await page.getByText(/^Alert \d+: \d attempts? \(HTTP 503\), retry/).waitFor()
    receiver.answer = status(204)
    await page
      .getByRole('row')
      .filter({ hasText: /Alert \d+Delivered/ })
      .waitFor()
    await page.getByText(/^Alert \d+:/).waitFor({ state: 'detached' })
  })

  it('receive the alerts of the selected rules or of every rule', async () => {
    const page = await stage.open('/alerts')
    const scope = async () => (await targets()).map(({ rule_ids }) => rule_ids)
    const edit = async (change: () => Promise<void>): Promise<void> => {
      await act(page, 'Old house', 'Edit')
      await change()
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await edit(async () => {
      await page.getByText('Selected rules').click()
      await page.getByRole('checkbox', { name: 'Finished' }).check()
    })
    await page.getByText('Webhook · 1 rule · signed').waitFor()
    expect(await scope()).toEqual([[expect.any(String)]])
    await edit(async () => {
      expect(await page.getByRole('checkbox', { name: 'Finished' }).isChecked()).toBe(true)
      await page.getByText('All rules', { exact: true }).click()
    })
    expect(await scope()).toEqual([null])
  })

  it('are disabled, and deleted after a confirmation', async () => {
    const page = await stage.open('/alerts')
    await act(page, 'Old house', 'Turn off')
    await page.getByText('Off', { exact: true }).waitFor()
    expect(await targets()).toMatchObject([
      { enabled: false, has_secret: true, headers: { 'X-House': expect.anything() } },
    ])
    await act(page, 'Old house', 'Delete webhook')
    await page.getByRole('button', { name: 'Delete webhook' }).click()
    await page.getByText('No webhooks yet.').waitFor()
    expect(await targets()).toEqual([])
  })
})
