import { expect, it } from 'vitest'
import { choose } from '../../../support/browser/choose.js'
import { inChromium, useStage } from '../../../support/browser/stage.js'

interface Rule {
  readonly id: number
  readonly name: string
  readonly rule_type: string
  readonly enabled: boolean
  readonly config: unknown
  readonly cooldown_seconds: number
}

inChromium('Alerts', () => {
  const stage = useStage()
  const empty = useStage()
  const rules = async () =>
    ((await (await fetch(`${stage.url()}/api/alerts/rules`)).json()) as { readonly rules: readonly Rule[] }).rules
  const makeRule = (name: string, config: unknown) =>
    fetch(`${stage.url()}/api/alerts/rules`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name, rule_type: 'event_pattern', config, cooldown_seconds: 0 }),
    })

  it('accept a rule of each kind and show validation errors at the field', async () => {
    const page = await stage.open('/alerts')
    const dialog = page.getByRole('dialog')
    const add = async (name: string, kind: string, fill: () => Promise<void>): Promise<void> => {
      await page.getByRole('button', { name: 'Add a rule' }).click()
      await dialog.getByLabel('Name').fill(name)
      await choose(dialog.getByLabel('Tell me when'), kind)
      await fill()
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    await add('Failing', 'Certain events happen', async () => {
      const kind = page.getByLabel('Kind of event')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.locator('.field', { has: kind }).getByRole('alert').waitFor()
      expect(await rules()).toEqual([])
      await kind.fill('PostToolUseFailure')
      await dialog.getByLabel('How many of them').fill('3')
      await dialog.getByLabel('Within how many minutes').fill('10')
    })
    await add('Dear', 'A session uses many tokens', async () => {
      const tokens = page.getByLabel('How many tokens')
      await tokens.fill('many')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.locator('.field', { has: tokens }).getByRole('alert').waitFor()
      await tokens.fill('1000000')
    })
    await add('Quiet', 'A session goes quiet', () => dialog.getByLabel('For how many minutes').fill('30'))
    await add('Stuck', 'An agent stays in one state', async () => {
      await choose(dialog.getByLabel('Which state'), 'Waiting')
      await dialog.getByLabel('For how many minutes').fill('5')
      await dialog.getByLabel('in seconds').fill('60')
    })
    expect((await rules()).toReversed()).toMatchObject([
      { name: 'Failing', config: { event_type: 'PostToolUseFailure', count: 3, window_minutes: 10 } },
      { name: 'Dear', rule_type: 'token_threshold', config: { total_tokens: 1_000_000 } },
      { name: 'Quiet', rule_type: 'inactivity', config: { minutes: 30 }, cooldown_seconds: 300 },
      { name: 'Stuck', config: { status: 'waiting', minutes: 5 }, cooldown_seconds: 60 },
    ])
    await page.getByText('3 PostToolUseFailure within 10 min').waitFor()
  })

  it('suggest rules while there are none', async () => {
    const page = await empty.open('/alerts')
    await page.getByRole('button', { name: 'An agent asks for permission' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('switch', { name: 'Rule An agent asks for permission', checked: true }).waitFor()
    expect(await page.getByRole('button', { name: 'A turn fails' }).count()).toBe(0)
    await page.getByText('Live', { exact: true }).waitFor()
    await empty.agents.asking('Publish the shop', 'npm publish')
    await page.locator('.alert-row', { hasText: 'Publish the shop' }).waitFor()
  })

  it('disable, edit and delete a rule, with a confirmation before the delete', async () => {
    const page = await stage.open('/alerts')
    const named = async (name: string) => (await rules()).find((rule) => rule.name === name)
    const turned = page.getByRole('switch', { name: 'Rule Quiet' })
    await turned.click()
    await page.getByRole('switch', { name: 'Rule Quiet', checked: false }).waitFor()
    expect(await named('Quiet')).toMatchObject({ enabled: false })

    await page.getByRole('button', { name: 'Edit Quiet' }).click()
    await page.getByLabel('For how many minutes').fill('45')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('for 45 min').waitFor()
    expect(await named('Quiet')).toMatchObject({ enabled: false, config: { minutes: 45 } })

    await page.getByRole('button', { name: 'Delete Quiet' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    expect(await named('Quiet')).toBeDefined()
    const focused = () => page.evaluate('document.activeElement.textContent')
    await expect.poll(focused).toBe('Delete Quiet')
    await page.getByRole('button', { name: 'Delete Quiet' }).click()
    await page.getByRole('button', { name: 'Delete the rule' }).click()
    await page.getByRole('switch', { name: 'Rule Quiet' }).waitFor({ state: 'detached' })
    expect(await named('Quiet')).toBeUndefined()
  })

  it('appear live, are counted in the rail and are acknowledged one by one or all at once', async () => {
    // A retry of this test starts with the same state.
    for (const { id } of await rules()) await fetch(`${stage.url()}/api/alerts/rules/${id}`, { method: 'DELETE' })
    await fetch(`${stage.url()}/api/alerts/ack-all`, { method: 'POST' })
    await makeRule('Finished', { event_type: 'Stop' })
    const session = await stage.agents.working('Paint the shop')
    const page = await stage.open('/alerts')
    const rail = page.getByRole('navigation', { name: 'Main' })
    await page.getByText('None waits to be acknowledged.').waitFor()
    await page.getByText('Live', { exact: true }).waitFor()

    for (const seen of [1, 2, 3]) {
      await stage.agents.hook('Stop', session)
      await page
        .locator('.alert-row')
        .nth(seen - 1)
        .waitFor()
    }
    await rail.getByText('3 alerts to acknowledge').waitFor()
    await page
      .getByRole('button', { name: /^Acknowledge Finished/ })
      .first()
      .click()
    await rail.getByText('2 alerts to acknowledge').waitFor()
    await page.locator('.alert-row').nth(2).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Acknowledge all' }).click()
    await page.getByText('None waits to be acknowledged.').waitFor()
    await rail.getByText('to acknowledge').waitFor({ state: 'detached' })

    await page.getByText('All', { exact: true }).click()
    await page.locator('.alert-row').nth(2).getByRole('link').click()
    await page.waitForURL(`**/sessions/${session}`)
  })
})
