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

  it('accept an address, show validation errors at the field and never show a stored secret', async () => {
    const page = await stage.open('/alerts')
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Add a webhook' }).click()
    await dialog.getByLabel('Name').fill('House')
    await choose(dialog.getByLabel('Kind'), 'Webhook')
    const address = page.getByLabel('Address')
    await address.fill('ftp://house')
    await dialog.getByLabel('Secret').fill('tea and biscuits')
    await dialog.getByLabel('Headers').fill('X-House: red door')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.locator('.field', { has: address }).getByRole('alert').waitFor()
    expect(await targets()).toEqual([])
    await address.fill(`${receiver.url}/hook`)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await targets()).toMatchObject([{ name: 'House', enabled: true, has_secret: true }])

    await page.getByRole('button', { name: 'Edit House' }).click()
    await dialog.getByLabel('Name').fill('Old house')
    await dialog.getByLabel('Headers').waitFor()
    expect(await page.content()).not.toMatch(/tea and biscuits|red door/)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Test Old house' }).click()
    await page.getByText('The test has arrived, answer 204.').waitFor()
    const [probe] = receiver.received
    expect(probe?.headers['x-house']).toBe('red door')
    expect(probe?.text).toContain('Old house')
  })

  it('show why a test failed and log it', async () => {
    receiver.answer = status(418)
    const page = await stage.open('/alerts')
    await page.getByRole('button', { name: 'Test Old house' }).click()
    await page.getByText('The test did not arrive: HTTP 418.').waitFor()
    await page.getByRole('button', { name: 'Log of Old house' }).click()
    const failed = page.getByRole('row').filter({ hasText: 'HTTP 418' })
    await failed.waitFor()
    expect(await failed.getByRole('cell').allTextContents()).toMatchObject([
      expect.anything(),
      'Test',
      'Given up',
      '418',
      '1',
      'HTTP 418',
    ])
    await page.getByRole('row').filter({ hasText: 'Delivered' }).waitFor()
  })

  it('show a pending delivery and its next retry', async () => {
    receiver.answer = status(503)
    await fetch(`${stage.url()}/api/alerts/rules`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Finished', rule_type: 'event_pattern', config: { event_type: 'Stop' } }),
    })
    const page = await stage.open('/alerts')
    await page.getByRole('button', { name: 'Log of Old house' }).click()
    await page.locator('.log tbody tr').first().waitFor()
    await stage.agents.hook('Stop', await stage.agents.working('Paint the shop'))
    await page.getByText(/^Alert \d+: \d attempts?, HTTP 503; again/).waitFor()
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
      await page.getByRole('button', { name: 'Edit Old house' }).click()
      await change()
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await edit(async () => {
      await page.getByText('Of some rules').click()
      await page.getByRole('checkbox', { name: 'Finished' }).check()
    })
    await page.getByText('alerts of 1 rule').waitFor()
    expect(await scope()).toEqual([[expect.any(String)]])
    await edit(async () => {
      expect(await page.getByRole('checkbox', { name: 'Finished' }).isChecked()).toBe(true)
      await page.getByText('Of every rule', { exact: true }).click()
    })
    expect(await scope()).toEqual([null])
  })

  it('are disabled, and deleted after a confirmation', async () => {
    const page = await stage.open('/alerts')
    await page.getByRole('switch', { name: 'Webhook Old house' }).click()
    await page.getByRole('switch', { name: 'Webhook Old house', checked: false }).waitFor()
    expect(await targets()).toMatchObject([
      { enabled: false, has_secret: true, headers: { 'X-House': expect.anything() } },
    ])
    await page.getByRole('button', { name: 'Delete Old house' }).click()
    await page.getByRole('button', { name: 'Delete the webhook' }).click()
    await page.getByText('Nobody is told yet.').waitFor()
    expect(await targets()).toEqual([])
  })
})
