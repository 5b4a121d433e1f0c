import { expect, it } from 'vitest'
import { choose } from '../../../support/browser/choose.js'
import { graveFaults, scrollsSideways, tinyText } from '../../../support/browser/faults.js'
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
  const listed = async <T>(url: string, path: string, key: string): Promise<readonly T[]> =>
    ((await (await fetch(url + path)).json()) as Readonly<Record<string, readonly T[]>>)[key] ?? []
  const rules = () => listed<Rule>(stage.url(), '/api/alerts/rules', 'rules')
  const makeRule = (name: string, config: unknown) =>
    fetch(`${stage.url()}/api/alerts/rules`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name, rule_type: 'event_pattern', config, cooldown_seconds: 0 }),
    })

  it('accept a rule of each trigger and a budget, and show all that is wrong at once', async () => {
    await stage.agents.asking('Publish the shop', 'npm publish')
    const page = await stage.open('/alerts')
    const dialog = page.getByRole('dialog')
    const open = async (name: string, trigger: string): Promise<void> => {
      await page.getByRole('link', { name: 'New rule' }).click()
      await dialog.getByLabel('Name').fill(name)
      await dialog.getByRole('group', { name: 'Trigger' }).getByText(trigger).click()
    }
    const add = async (button = 'Add rule'): Promise<void> => {
      await dialog.getByRole('button', { name: button }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    await open('', 'Event')
    await dialog.getByLabel('Count').fill('0')
    await dialog.getByLabel('Cooldown per session').fill('a while')
    await dialog.getByRole('button', { name: 'Add rule' }).click()
    await dialog.getByText('Fix 4 fields to save.').waitFor()
    for (const fix of [
      'Enter a name',
      'Choose an event, a tool or a text',
      'Enter 1 or more',
      'Enter a number of minutes',
    ])
      await dialog.getByText(fix, { exact: true }).waitFor()
    expect(await rules()).toEqual([])
    await dialog.getByLabel('Name').fill('Asks')
    await dialog.getByRole('combobox', { name: 'Event' }).click()
    await page.getByRole('option', { name: /PermissionRequest\s*1/ }).click()
    await dialog.getByLabel('Count').fill('1')
    await dialog.getByLabel('Cooldown per session').fill('2')
    await dialog.getByText('Matches 1 event in the last 7 days').waitFor()
    await add()
    await open('Waits', 'Waiting')
    await dialog.getByLabel('Waits longer than').fill('12')
    await add()
    await open('Dear', 'Cost')
    await dialog.getByLabel('Amount').fill('5.50')
    await add()
    await open('Full', 'Context')
    await add()
    expect((await rules()).toReversed()).toMatchObject([
      { name: 'Asks', config: { event_type: 'PermissionRequest', count: 1 }, cooldown_seconds: 120 },
      { name: 'Waits', rule_type: 'waiting', config: { minutes: 12 }, cooldown_seconds: 900 },
      { name: 'Dear', rule_type: 'cost', config: { usd: 5.5 } },
      { name: 'Full', rule_type: 'context', config: { percent: 90 } },
    ])
    await page.getByText('Cost per session above $5.50 · cooldown 15 min').waitFor()

    await open('Week', 'Cost')
    await dialog.getByLabel('Amount').fill('60')
    await choose(dialog.getByRole('combobox', { name: 'Per' }), 'Week')
    await dialog.getByText('$0.00 of $60.00').waitFor()
    await add('Add budget')
    await page.getByText('$60.00 per week').waitFor()
    const budgets = await listed<Rule>(stage.url(), '/api/budgets', 'budgets')
    expect(budgets).toMatchObject([{ name: 'Week', period: 'week', amount_usd: 60, alert_at: [50, 80, 100] }])
  })

  it('offer presets, which stay and are marked once they are used', async () => {
    const page = await empty.open('/alerts')
    await page.getByText('No alert rules yet.').waitFor()
    await page.getByRole('button', { name: 'Permission requested' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Add rule' }).click()
    await page.getByRole('switch', { name: 'Permission requested', checked: true }).waitFor()
    await page.getByRole('button', { name: 'Added: Permission requested' }).waitFor()
    expect(await page.getByRole('button', { name: 'Turn failed' }).count()).toBe(1)
    await page.getByText('Live', { exact: true }).waitFor()
    await empty.agents.asking('Publish the shop', 'npm publish')
    await page.locator('[data-alert]', { hasText: 'Publish the shop' }).waitFor()
    await page.locator('[data-rule]', { hasText: 'Fired' }).waitFor()
  })

  it.each([
    [1280, 'light'],
    [390, 'dark'],
  ] as const)(
    'have no serious accessibility fault at %i px, %s, with rules and in a form',
    async (width, colorScheme) => {
      const page = await stage.open('/alerts', { viewport: { width, height: 844 }, colorScheme })
      await page.locator('[data-rule]').first().waitFor()
      const check = async (): Promise<void> => {
        expect(await graveFaults(page)).toEqual([])
        expect(await scrollsSideways(page)).toBe(false)
        expect(await tinyText(page)).toEqual([])
      }
      await check()
      await page.getByRole('link', { name: 'New rule' }).click()
      await page.getByRole('button', { name: 'Add rule' }).click()
      await page.getByText('Enter a name').waitFor()
      await check()
    },
  )

  it('disable, edit and delete a rule, with a confirmation before the delete', async () => {
    const page = await stage.open('/alerts')
    const named = async (name: string) => (await rules()).find((rule) => rule.name === name)
    await page.getByRole('switch', { name: 'Waits' }).click()
    await page.getByRole('switch', { name: 'Waits', checked: false }).waitFor()
    expect(await named('Waits')).toMatchObject({ enabled: false })

    await page.getByRole('button', { name: 'Edit Waits' }).click()
    await page.getByLabel('Waits longer than').fill('45')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('longer than 45 min').waitFor()
    expect(await named('Waits')).toMatchObject({ enabled: false, config: { minutes: 45 } })

    await page.getByRole('button', { name: 'Edit Waits' }).click()
    await page.getByRole('button', { name: 'Delete rule' }).click()
    await page.getByRole('button', { name: 'Cancel' }).last().click()
    expect(await named('Waits')).toBeDefined()
    await page.getByRole('button', { name: 'Delete rule' }).click()
    await page.getByRole('button', { name: 'Delete rule' }).last().click()
    // The open dialog hides the switch from the accessibility tree, so its absence alone proves nothing.
    await expect.poll(() => named('Waits')).toBeUndefined()
    await page.getByRole('switch', { name: 'Waits' }).waitFor({ state: 'detached' })
  })

  it('appear live, are counted in the rail and are acknowledged one by one or all at once', async () => {
    // A retry of this test starts with the same state.
    for (const { id } of await rules()) await fetch(`${stage.url()}/api/alerts/rules/${id}`, { method: 'DELETE' })
    await fetch(`${stage.url()}/api/alerts/ack-all`, { method: 'POST' })
    await makeRule('Finished', { event_type: 'Stop' })
    const session = await stage.agents.working('Paint the shop')
    const page = await stage.open('/alerts')
    const rail = page.getByRole('navigation', { name: 'Main' })
    const alerts = page.locator('[data-alert]')
    await page.getByText('Watching').first().waitFor()
    await page.getByText('Live', { exact: true }).waitFor()

    for (const seen of [1, 2, 3]) {
      await stage.agents.hook('Stop', session)
      await alerts.nth(seen - 1).waitFor()
    }
    await rail.getByRole('link', { name: /3 open alerts/ }).waitFor()
    await page
      .getByRole('button', { name: /^Acknowledge Finished/ })
      .first()
      .click()
    await rail.getByRole('link', { name: /2 open alerts/ }).waitFor()
    await alerts.nth(2).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Acknowledge all' }).click()
    await page.getByRole('heading', { name: 'Open alerts' }).waitFor({ state: 'detached' })
    await rail.getByRole('link', { name: /open alert/ }).waitFor({ state: 'detached' })

    await page.getByRole('link', { name: 'History' }).click()
    await page.waitForURL('**/alerts?view=history')
    const history = page.getByRole('listitem').filter({ hasText: 'Acknowledged' })
    await history.nth(2).getByRole('link').click()
    await page.waitForURL(`**/sessions/${session}`)
  })
})
