import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { SECTIONS } from '../../support/browser/addresses.js'
import { launchQuietly } from '../../support/browser/chromium.js'
import { cutControls, scrollsSideways, smallTargets } from '../../support/browser/faults.js'
import { inChromium, useStage } from '../../support/browser/stage.js'
import { call, text, transcriptOf } from '../../support/browser/transcript.js'

const WIDTH = 1280
const GUTTER = 24
/** How far the background of a row reaches over its text. */
const OVERHANG = 12

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

inChromium('the layout of the pages', () => {
  const session = randomUUID()
  const stage = useStage({
    before: (places) => {
      const transcript = transcriptOf(places, session)
      transcript.user('Why is the basket slow?')
      transcript.assistant(
        text('It reads prices twice.'),
        call('toolu_1', 'Edit', {
          file_path: '/home/ada/shop/src/basket/reading-prices-twice.ts',
          old_string: 'twice()',
          new_string: 'once()',
        }),
      )
      transcript.result('toolu_1', 'done')
      transcript.assistant(call('toolu_2', 'Bash', { command: 'npm test', description: 'Run the tests' }))
      transcript.result('toolu_2', 'Exit code 2', true)
    },
  })
  const pages = [
    ['/sessions', 'a[data-session]'],
    [`/sessions/${session}`, '[data-prose]'],
    [`/sessions/${session}?tab=agents`, '[data-agent]'],
    [`/sessions/${session}?tab=timeline`, '[data-lane]'],
    [`/sessions/${session}?tab=cost`, 'main table'],
    [`/sessions/${session}?tab=files`, '[data-part="files"] article'],
    [`/sessions/${session}?tab=events`, '[data-call]'],
    ['/activity', '[data-call]'],
    ['/activity?raw=true', '[data-event]'],
    ['/insights/cost', 'main h2'],
    ['/insights/activity', 'main h2'],
    ['/insights/tools', 'main h2'],
    ['/insights/agents', 'main h2'],
    ['/insights/errors', 'main h2'],
    ['/search?q=prices', '[data-hit]'],
    ['/projects/shop', 'main h2'],
    ['/alerts?view=history', 'main h2'],
    ...SECTIONS,
  ] as const
  beforeAll(async () => {
    await stage.agents.working('Paint the shop')
    await stage.agents.asking('Publish the shop', 'npm publish')
  })

  it('ends every page at the same edge, with scrollbars that take room', async () => {
    const browser = await launchQuietly({ hasScrollbars: true })
    try {
      const page = await browser.newPage({ viewport: { width: WIDTH, height: 800 } })
      // All sections of Settings are the same narrow column.
      for (const [path, shows] of pages.filter(([address]) => !address.startsWith('/settings'))) {
        await page.goto(stage.url() + path)
        await page.locator(shows).first().waitFor()
        const bar = await page.evaluate<string>("getComputedStyle(document.documentElement).getPropertyValue('--bar')")
        expect(Number.parseFloat(bar), path).toBeGreaterThan(0)
        for (const edge of await page.evaluate<readonly number[]>(EDGES))
          expect([WIDTH - GUTTER, WIDTH - GUTTER + OVERHANG], path).toContain(edge)
      }
    } finally {
      await browser.close()
    }
  })

  it.each(['en-GB', 'de-DE'])('fits a phone in %s', async (locale) => {
    const page = await stage.open('/', {
      viewport: { width: 390, height: 844 },
      locale,
      isMobile: true,
      hasTouch: true,
    })
    for (const [path, shows] of [['/', '[data-row="need"]'], ...pages, ['/nowhere', '[data-note]']] as const) {
      await page.goto(stage.url() + path)
      await page.locator(shows).first().waitFor()
      expect(await scrollsSideways(page), path).toBe(false)
      expect(await cutControls(page), path).toEqual([])
      expect(await page.evaluate(HIDDEN_TABS), path).toEqual([])
      expect(await smallTargets(page), path).toEqual([])
      const asTable = page.locator('main button[aria-pressed=false]', { hasText: /^(Table|Tabelle)$/ })
      while ((await asTable.count()) > 0) await asTable.first().click()
      expect(await cutControls(page), `${path} as tables`).toEqual([])
    }
  })
})
