import { existsSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import type { RouteAnswer } from '../../../src/http/contract/index.js'
import { findClis } from '../../support/agents/clis.js'
import { agentsInLanes } from '../../support/agents/in-lanes.js'
import { until } from '../../support/agents/until.js'
import { CHROMIUM, sharedBrowser } from '../../support/browser/chromium.js'
import { choose } from '../../support/browser/choose.js'
import { gitIn, repositoryAt } from '../../support/git/repository.js'
import { scripted } from '../../support/stub-model/script.js'

type LaneRow = RouteAnswer<'GET /api/lanes'>['lanes'][number]

const clis = existsSync(CHROMIUM) ? findClis() : null
const service = agentsInLanes(clis)
const { home, get, press } = service

const PATIENCE_MS = 60_000
const runs = (command: string) => [{ tool: 'Bash', input: { command, description: 'edit' } }, { text: 'Done.' }]
const numbers = (name: string): string =>
  Array.from({ length: 40 }, (_, n) => `export const ${name}${n} = ${n}\n`).join('')

/** Removes the marks of a conflict, so that both sides stay. */
const KEEP_BOTH = String.raw`git merge main; sed -i '/^<<<<<<<\|^=======\|^>>>>>>>/d' a.ts; git commit -qam 'merge main'`

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})
const open = async (path: string, viewport = { width: 1280, height: 800 }): Promise<Page> => {
  const context = await (await sharedBrowser(false)).newContext({ viewport })
  context.setDefaultTimeout(PATIENCE_MS)
  closing.push(() => context.close())
  const page = await context.newPage()
  await page.goto(service.service().url + path)
  return page
}
const lanes = async () => (await get<{ lanes: readonly LaneRow[] }>('/api/lanes')).lanes
const laneNamed = async (title: string): Promise<LaneRow> => {
  const found = (await lanes()).find((one) => one.title === title)
  if (found === undefined) throw new Error(`there is no lane ${title}`)
  return found
}
const answered = new Set<string>()
/** Answers what has no numbers in the terminal, with the second option: whether to trust a new worktree, and offers of the CLI. */
const answerInTerminal = async (): Promise<void> => {
  for (const { id, panes } of await lanes()) {
    const ask = panes[0]?.ask
    if (ask == null || ask.answerable || answered.has(ask.id)) continue
    answered.add(ask.id)
    const second = ask.options[1]?.label ?? ''
    press(id, 0, 'Down')
    await until(`the cursor on ${second}`, () => service.screen(id, 0).includes(`❯ ${second}`))
    press(id, 0, 'Enter')
  }
}
/** Waits until the turns of all agents have ended, and each shows its input line. */
const atRest = (count: number) =>
  until(`${count} agents at rest`, async () => {
    await answerInTerminal()
    const all = await lanes()
    const { sessions } = await get<{ sessions: readonly { situation: string; lane_id: number | null }[] }>(
      '/api/sessions',
    )
    const ended = sessions.filter((one) => one.lane_id !== null && one.situation === 'your_turn')
    return ended.length === count && all.every(({ id }) => service.screen(id, 0).includes('accept edits on'))
  })

describe.skipIf(clis === null)('three agents', () => {
  it('work, are reviewed, corrected and landed by keyboard, and on a phone', { timeout: 300_000 }, async () => {
    const shop = repositoryAt(home().project, { 'a.ts': numbers('a'), 'b.ts': numbers('b') })
    for (const [key, value] of [
      ['user.name', 'Ada'],
      ['user.email', 'ada@example.com'],
    ] as const)
      shop.git('config', key, value)

    // One prompt each.
    const page = await open('/sessions')
    await page.getByRole('searchbox').first().waitFor()
    await page.keyboard.press('Shift+N')
    const dialog = page.getByRole('dialog', { name: 'New lane' })
    await dialog.waitFor()
    await page.keyboard.insertText(
      [
        scripted(
          'Round totals.',
          runs(`sed -i 's/a5 = 5$/a5 = 55/; s/a20 = 20$/a20 = 200/' a.ts; echo 'export const c = 1' > c.ts`),
        ),
        scripted('Rename the fifth.', runs(`sed -i 's/a5 = 5$/a5 = 5000/' a.ts; git commit -qam 'rename the fifth'`)),
        scripted('Tidy the list.', runs(`sed -i 's/b7 = 7$/b7 = 77/' b.ts; git commit -qam 'tidy'`)),
      ].join('\n'),
    )
    await dialog.getByLabel('One lane per line (3)').focus()
    await page.keyboard.press('Space')
    await dialog.getByRole('combobox', { name: 'Repository' }).focus()
    await page.keyboard.insertText(shop.path)
    await choose(dialog.getByRole('combobox', { name: 'Permission mode' }), 'acceptEdits')
    await page.keyboard.press('Control+Enter')
    await dialog.waitFor({ state: 'detached' })
    await atRest(3)

    // From Now to the changes of the first one.
    await page.keyboard.press('g')
    await page.keyboard.press('n')
    await page.getByRole('heading', { name: 'Ready for review' }).waitFor()
    const title = page.getByRole('heading', { name: 'Round totals', exact: true })
    await expect
      .poll(
        async () => {
          if (!(await title.isVisible())) await page.keyboard.press('j')
          return title.isVisible()
        },
        { timeout: PATIENCE_MS },
      )
      .toBe(true)
    await page.keyboard.press('Enter')
    const marks = page.getByRole('status').filter({ hasText: /blocks? not seen|Everything was seen/ })
    await marks.filter({ hasText: '3 of 3' }).waitFor()

    // A command wrote it, which no edit records.
    await page.keyboard.press('w')
    await page
      .getByRole('region', { name: 'Why is this here?' })
      .getByRole('link', { name: /^sed -i/ })
      .waitFor()
    await page.keyboard.press('w')

    // Two comments on one block; the others are seen.
    const comment = async (text: string): Promise<void> => {
      await page.keyboard.press('i')
      await page.getByRole('textbox', { name: 'Comment' }).fill(text)
      await page.keyboard.press('Control+Enter')
      await page.locator('[data-comment="draft"]', { hasText: text.split(' @@')[0] ?? '' }).waitFor()
    }
    await comment('Say what 55 is.')
    await comment(scripted('Make it 56.', runs(`sed -i 's/a5 = 55/a5 = 56/' a.ts`)))
    for (const left of ['2 of 3', '1 of 3', 'Everything was seen']) {
      await page.keyboard.press('v')
      await marks.filter({ hasText: left }).waitFor()
    }

    await page.keyboard.press('Control+Shift+Enter')
    await page.getByText('Comments sent to the agent').waitFor()
    // The agent changes that block: only that is open again.
    await marks.filter({ hasText: '1 of 3' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('export const a5 = 56').waitFor()
    await page.keyboard.press('v')
    await marks.filter({ hasText: 'Everything was seen' }).waitFor()
    await page.keyboard.press('A')
    await page.getByText('Accepted', { exact: true }).first().waitFor()

    // What is not committed is in the way; then Enter lands.
    await page.keyboard.press('.')
    const commit = page.getByRole('link', { name: 'Commit here' })
    await commit.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^Commit all 2 files/ }).waitFor()
    await page.keyboard.press('c')
    await page.keyboard.insertText('Round totals')
    await page.keyboard.press('Control+Enter')
    await page.getByText('Everything is committed.').waitFor()
    await page.keyboard.press(']')
    await page.locator('[data-check="conflicts"][data-row-state="ok"]').waitFor()
    await page.getByRole('button', { name: 'Land on main' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Landed on main' }).waitFor()
    expect(gitIn(shop.path, 'show', 'main:a.ts')).toContain('a5 = 56')
    expect(gitIn(shop.path, 'show', 'main:c.ts')).toBe('export const c = 1')

    // The second one conflicts with that. Its agent resolves it.
    const second = await laneNamed('Rename the fifth')
    await page.goto(`${service.service().url}/lanes/${second.id}?tab=land`)
    await page.locator('[data-check="conflicts"][data-row-state="refused"]').getByText('a.ts').waitFor()
    expect(await page.getByRole('button', { name: /^Land/ }).isDisabled()).toBe(true)
    await page.goto(`${service.service().url}/lanes/${second.id}?tab=chat`)
    await page.getByPlaceholder('Message to Claude Code').waitFor()
    await page.keyboard.press('r')
    await page.keyboard.insertText(scripted('Merge main and keep both.', runs(KEEP_BOTH)))
    await page.keyboard.press('Enter')
    await until('the merge of the agent', () => gitIn(second.cwd, 'log', '-1', '--format=%s') === 'merge main')

    // On a phone it is accepted and landed.
    const phone = await open(`/lanes/${second.id}?tab=changes`, { width: 390, height: 844 })
    await phone.getByRole('button', { name: /^Accept/ }).click()
    await phone.getByText('Accepted', { exact: true }).first().waitFor()
    await phone.goto(`${service.service().url}/lanes/${second.id}?tab=land`)
    await phone.locator('[data-check="conflicts"][data-row-state="ok"]').waitFor()
    await phone.getByRole('button', { name: 'Land on main' }).click()
    await phone.getByRole('heading', { name: 'Landed on main' }).waitFor()
    expect(gitIn(shop.path, 'show', 'main:a.ts')).toMatch(/a5 = 56\n[^]*a5 = 5000|a5 = 5000\n[^]*a5 = 56/)

    // The third one is sent back.
    const third = await laneNamed('Tidy the list')
    await phone.goto(`${service.service().url}/lanes/${third.id}?tab=changes`)
    await phone
      .getByRole('button', { name: /^Comment/ })
      .first()
      .click()
    await phone.getByRole('textbox', { name: 'Comment' }).fill('Not that one.')
    await phone.getByRole('button', { name: /^Add comment/ }).click()
    await phone.getByRole('button', { name: 'Send 1 comment' }).click()
    await service.shows(third.id, 0, 'Not that one.')
    expect(gitIn(shop.path, 'show', 'main:b.ts')).not.toContain('b7 = 77')
  })
})
