import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { SECTIONS } from '../../support/browser/addresses.js'
import { launchQuietly } from '../../support/browser/chromium.js'
import { cutControls, graveFaults, scrollsSideways, smallTargets, tinyText } from '../../support/browser/faults.js'
import { inChromium, useStage } from '../../support/browser/stage.js'
import { call, text, transcriptOf } from '../../support/browser/transcript.js'

// Each width, theme and language once, because they do not interact. `npm run bench:ui` checks all combinations. German
// has the longer words, and a phone the least room for them.
const PHONE = {
  viewport: { width: 390, height: 844 },
  colorScheme: 'dark',
  locale: 'de-DE',
  isMobile: true,
  hasTouch: true,
} as const
const WIDTH = 1280
const WIDE = { viewport: { width: WIDTH, height: 800 }, colorScheme: 'light', locale: 'en-GB' } as const
const GUTTER = 24
/** How far the background of a row reaches over its text. */
const OVERHANG = 12

/** An address, and a selector that appears once the page is loaded. */
type Address = readonly [path: string, shows: string]

/** The right edges of the content of all scrollers that touch the right edge of the window. */
const EDGES = `[...document.querySelectorAll('main *')].flatMap((one) => {
  const { overflowY, paddingRight } = getComputedStyle(one)
  const { left, right } = one.getBoundingClientRect()
  if (overflowY !== 'auto' || right !== innerWidth) return []
  return [Math.round(left + one.clientLeft + one.clientWidth - Number.parseFloat(paddingRight))]
})`

/** The current links of strips that are scrolled out of view. */
const HIDDEN_TABS = `[...document.querySelectorAll('nav [aria-current]')].flatMap((one) => {
  const strip = one.closest('nav').getBoundingClientRect()
  const { left, right, width } = one.getBoundingClientRect()
  return width > 0 && (left < strip.left - 1 || right > strip.right + 1) ? [one.textContent] : []
})`

/** Opens a page and looks at what holds for every size: no serious accessibility fault, no tiny text, no scrolling sideways. */
const look = async (page: Page, url: string, [path, shows]: Address): Promise<void> => {
  await page.goto(url + path)
  await page.locator(shows).first().waitFor()
  expect(await graveFaults(page), path).toEqual([])
  expect(await scrollsSideways(page), path).toBe(false)
  expect(await tinyText(page), path).toEqual([])
}

/** Looks at what a thumb needs: nothing cut off, all targets large enough, the current tab in view. */
const lookWithThumb = async (page: Page, path: string): Promise<void> => {
  expect(await cutControls(page), path).toEqual([])
  expect(await page.evaluate(HIDDEN_TABS), path).toEqual([])
  expect(await smallTargets(page), path).toEqual([])
  const asTable = page.locator('main button[aria-pressed=false]', { hasText: /^(Table|Tabelle)$/ })
  while ((await asTable.count()) > 0) await asTable.first().click()
  expect(await cutControls(page), `${path} as tables`).toEqual([])
}

inChromium('every page', () => {
  const session = randomUUID()
  const stage = useStage({
    before: (places) => {
      const transcript = transcriptOf(places, session)
      transcript.user('Why is the basket slow?')
      transcript.assistant(
        text(`It reads prices twice, see [this](https://example.com).\n\n\`\`\`\n${'prices '.repeat(60)}\n\`\`\``),
        call('toolu_1', 'Edit', {
          file_path: '/home/ada/shop/src/basket/reading-prices-twice.ts',
          old_string: 'twice()',
          new_string: 'once()',
        }),
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
  const pages: readonly Address[] = [
    ['/', '[data-row="need"]'],
    ['/sessions', 'a[data-session]'],
    [`/sessions/${session}`, '[data-prose] pre'],
    [`/sessions/${session}?find=prices`, '[data-find]'],
    [`/sessions/${session}?tab=agents`, '[data-agent]'],
    [`/sessions/${session}?tab=timeline`, '[data-lane]'],
    [`/sessions/${session}?tab=cost`, 'main table'],
    [`/sessions/${session}?tab=files`, '[data-part="files"] article'],
    [`/sessions/${session}?tab=events`, '[data-call]'],
    ['/activity', '[data-call]'],
    ['/activity?raw=true', '[data-event]'],
    ['/insights/cost', '[data-bar]'],
    ['/insights/activity', '[data-bar]'],
    ['/insights/tools', 'main h2'],
    ['/insights/agents', 'main h2'],
    ['/insights/errors', 'main h2'],
    ['/search?q=prices', '[data-hit]'],
    ['/projects/shop', 'main h2'],
    ['/alerts?view=history', 'main h2'],
    ['/nowhere', '[data-note]'],
    ...SECTIONS,
  ]
  beforeAll(async () => {
    await stage.agents.working('Paint the shop')
    await stage.agents.asking('Publish the shop', 'npm publish')
    const failed = await stage.agents.working('Fail')
    await stage.agents.hook('StopFailure', failed, { error: 'rate limit', error_type: 'rate_limit' })
  })

  it('has no fault on a wide screen, and ends at the same edge, with scrollbars that take room', async () => {
    const browser = await launchQuietly({ hasScrollbars: true })
    try {
      const page = await browser.newPage(WIDE)
      for (const address of pages) {
        const [path] = address
        await look(page, stage.url(), address)
        // Now has two columns, and all sections of Settings are the same narrow one.
        if (path === '/' || path === '/nowhere' || path.startsWith('/settings')) continue
        const bar = await page.evaluate<string>("getComputedStyle(document.documentElement).getPropertyValue('--bar')")
        expect(Number.parseFloat(bar), path).toBeGreaterThan(0)
        for (const edge of await page.evaluate<readonly number[]>(EDGES))
          expect([WIDTH - GUTTER, WIDTH - GUTTER + OVERHANG], path).toContain(edge)
      }
    } finally {
      await browser.close()
    }
  })

  it('has no fault on a phone, in the dark and in German, and fits a thumb', async () => {
    const page = await stage.open('/', PHONE)
    for (const address of pages) {
      await look(page, stage.url(), address)
      await lookWithThumb(page, address[0])
    }
  })
})

inChromium('the empty page', () => {
  const stage = useStage()

  it('has no fault on a phone, in the dark and in German', async () => {
    const page = await stage.open('/', PHONE)
    const pages: readonly Address[] = [
      ['/', 'ol button'],
      ['/activity', '[data-note]'],
      ['/insights', '[data-empty]'],
      ['/sessions', '[data-list] h2'],
      ['/search', 'main dl'],
      ...SECTIONS,
    ]
    for (const address of pages) await look(page, stage.url(), address)
  })
})
