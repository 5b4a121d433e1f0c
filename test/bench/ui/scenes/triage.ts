import type { Page } from 'playwright-core'
import { quantile } from '../../quantile.js'
import { atMost, exactly, type Figure } from '../figure.js'
import type { Scene } from '../scene.js'
import { type Theatre, withTheatre } from '../theatre.js'

const GOAL = 3
const COMMANDS = ['rm -rf build', 'git push --force', 'npm publish']

/** Returns the number of rows with their questions that are visible without scrolling. */
const aboveTheFold = (page: Page): Promise<number> =>
  page.evaluate<number>(`[...document.querySelectorAll('[data-row="need"]')].filter((row) =>
    row.getBoundingClientRect().bottom <= innerHeight &&
    ${JSON.stringify(COMMANDS)}.some((command) => row.textContent.includes(command))).length`)

const visited = async (page: Page, times: number): Promise<readonly string[]> => {
  const ids: string[] = []
  for (let press = 0; press < times; press += 1) {
    const before = page.url()
    await page.keyboard.press('n')
    await page.waitForURL((url) => url.href !== before)
    ids.push(new URL(page.url()).searchParams.get('at') ?? '')
  }
  return ids
}

/** Returns the milliseconds from the post of each hook until the frame that shows its question. */
const newBlocks = async ({ agents }: Theatre, page: Page, times: number): Promise<readonly number[]> => {
  const delays: number[] = []
  for (let block = 0; block < times; block += 1) {
    const session = await agents.working(`Block ${block}`)
    const seen = page.evaluate<number>(`new Promise((done) => {
      const look = () => document.querySelector('[data-row="need"][data-session="${session}"]') === null
        ? requestAnimationFrame(look) : requestAnimationFrame(() => done(Date.now()))
      look()
    })`)
    const postedAt = Date.now()
    const asked = { tool_name: 'Bash', tool_input: { command: `make block-${block}` } }
    await agents.hook('PermissionRequest', session, asked)
    delays.push((await seen) - postedAt)
    // Answer it: the list shows the longest waiting first, so the newest of forty would be out of view.
    await agents.hook('PostToolUse', session, { ...asked, tool_response: {} })
  }
  return delays
}

/** Returns how far a row moves under the pointer while a row above it is removed. */
const movedUnderPointer = async ({ agents }: Theatre, page: Page, above: string, row: string): Promise<number> => {
  const place = () => page.locator(`[data-session="${row}"]`).boundingBox()
  const before = await place()
  if (before === null) return Number.NaN
  await page.mouse.move(before.x + 200, before.y + 10)
  await agents.hook('PostToolUse', above, { tool_name: 'Bash', tool_input: {}, tool_response: {} })
  const chip = page.getByRole('button', { name: /moved/ })
  for (let step = 0; !(await chip.isVisible()); step += 1)
    await page.mouse.move(before.x + 200 + (step % 2), before.y + 10)
  const after = await place()
  return after === null ? Number.NaN : Math.abs(after.y - before.y)
}

/** Measures twenty sessions, three of which wait for the user. */
export const triage: Scene = {
  name: 'triage',
  figures: (backstage): Promise<readonly Figure[]> =>
    withTheatre(backstage, {}, async (theatre) => {
      const { agents, open } = theatre
      for (let index = 0; index < 17; index += 1) await agents.working(`Task ${index}`)
      const asking: string[] = []
      for (const command of COMMANDS) asking.push(await agents.asking(`May I ${command}`, command))
      const page = await open()
      await page.locator('[data-row="need"]').nth(2).waitFor()
      const fold = await aboveTheFold(page)
      const title = await page.title()
      const order = (await visited(page, 4)).join()
      const [first = '', , third = ''] = asking
      const moved = await movedUnderPointer(theatre, page, first, third)
      await page.mouse.move(2, 2)
      const delays = await newBlocks(theatre, await open(), backstage.quick ? 8 : 40)
      return [
        exactly(GOAL, 'blocked ones above the fold at 1280x800, with their question', fold, 3),
        exactly(GOAL, 'title', title, '(3) Now · Switchyard'),
        exactly(
          GOAL,
          'n, four times: oldest first, then again',
          order === [...asking, first].join() ? 'yes' : order,
          'yes',
        ),
        exactly(GOAL, 'a row moves under the pointer, px', moved, 0),
        atMost(GOAL, `hook to new block on the page, p95 of ${delays.length}`, quantile(delays, 0.95), 500, 'ms'),
      ]
    }),
}
