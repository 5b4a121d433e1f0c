import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { SECTIONS } from '../../support/browser/addresses.js'
import { graveFaults, scrollsSideways, tinyText } from '../../support/browser/faults.js'
import { inChromium, useStage } from '../../support/browser/stage.js'
import { call, text, transcriptOf } from '../../support/browser/transcript.js'

// Each width, theme and language once, because they do not interact. `npm run bench:ui` checks all combinations. German
// has the longer words, and a phone the least room for them.
const LOOKS = [
  [1280, 'light', 'en-GB'],
  [390, 'dark', 'de-DE'],
] as const

const look = async (page: Page, path: string, shows: string): Promise<void> => {
  await page.goto(new URL(path, page.url()).href)
  await page.locator(shows).first().waitFor()
  expect(await graveFaults(page), path).toEqual([])
  expect(await scrollsSideways(page), path).toBe(false)
  expect(await tinyText(page), path).toEqual([])
}

inChromium('every page', () => {
  const session = randomUUID()
  const stage = useStage({
    before: (places) => {
      const transcript = transcriptOf(places, session)
      transcript.user('Why is the basket slow?')
      transcript.assistant(
        text(`It reads prices twice, see [this](https://example.com).\n\n\`\`\`\n${'prices '.repeat(60)}\n\`\`\``),
        call('toolu_1', 'Edit', { file_path: '/home/ada/shop/basket.ts', old_string: 'twice()', new_string: 'once()' }),
      )
      transcript.result('toolu_1', 'done')
      transcript.assistant(
        { type: 'redacted_thinking', data: 'sealed' },
        { type: 'hologram', depth: 3 },
        call('toolu_2', 'Bash', { command: 'npm test', description: 'Run the tests' }),
        call('toolu_3', 'TodoWrite', { todos: [{ content: 'Read prices once', status: 'in_progress' }] }),
        call('toolu_4', 'AskUserQuestion', { questions: [{ question: 'Which?', options: [{ label: 'This one' }] }] }),
        call('toolu_5', 'ExitPlanMode', { plan: '# Read prices once' }),
        call('toolu_6', 'mcp__linear__get_issue', { id: 'SHOP-7' }),
      )
      transcript.result('toolu_2', 'Exit code 2', true)
      transcript.line({ type: 'attachment', attachment: { type: 'file', filename: 'notes.md', content: 'Ada' } })
    },
  })
  beforeAll(async () => {
    await stage.agents.working('Paint the shop')
    await stage.agents.asking('Publish the shop', 'npm publish')
    const failed = await stage.agents.working('Fail')
    await stage.agents.hook('StopFailure', failed, { error: 'rate limit', error_type: 'rate_limit' })
  })

  it.each(LOOKS)(
    'has no serious accessibility fault, no tiny text and no horizontal scroll at %i px, %s, %s',
    async (width, colorScheme, locale) => {
      const page = await stage.open('/', { viewport: { width, height: 844 }, colorScheme, locale })
      await look(page, '/', '[data-row="need"]')
      await look(page, '/sessions', 'a[data-session]')
      await look(page, `/sessions/${session}`, '[data-prose] pre')
      await look(page, `/sessions/${session}?find=prices`, '[data-find]')
      await look(page, `/sessions/${session}?tab=agents`, '[data-agent]')
      await look(page, `/sessions/${session}?tab=timeline`, '[data-lane]')
      await look(page, `/sessions/${session}?tab=cost`, 'main table')
      await look(page, `/sessions/${session}?tab=files`, '[data-part="files"] article')
      await look(page, `/sessions/${session}?tab=events`, '[data-call]')
      await look(page, '/activity', '[data-call]')
      await look(page, '/activity?raw=true', '[data-event]')
      await look(page, '/insights/cost', '[data-bar]')
      await look(page, '/insights/activity', '[data-bar]')
      for (const tab of ['tools', 'agents', 'errors']) await look(page, `/insights/${tab}`, 'main h2')
      await look(page, '/search?q=prices', '[data-hit]')
      await look(page, '/nowhere', '[data-note]')
      for (const [path, shows] of SECTIONS) await look(page, path, shows)
    },
  )
})

inChromium('the empty page', () => {
  const stage = useStage()

  it.each(LOOKS)(
    'has no serious accessibility fault, no tiny text and no horizontal scroll at %i px, %s, %s',
    async (width, colorScheme, locale) => {
      const page = await stage.open('/', { viewport: { width, height: 844 }, colorScheme, locale })
      await look(page, '/', 'ol button')
      await look(page, '/activity', '[data-note]')
      await look(page, '/insights', '[data-empty]')
      await look(page, '/sessions', '[data-list] h2')
      await look(page, '/search', 'main dl')
      for (const [path, shows] of SECTIONS) await look(page, path, shows)
    },
  )
})
