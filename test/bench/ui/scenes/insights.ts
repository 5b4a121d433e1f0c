import type { Page } from 'playwright-core'
import { quantile } from '../../quantile.js'
import { caughtUp, imported } from '../../service.js'
import { atMost, type Figure } from '../figure.js'
import { recordSessions } from '../recorded.js'
import type { Scene } from '../scene.js'
import { withTheatre } from '../theatre.js'

const GOAL = 11
const SESSIONS = 620
const DAYS = 90
const TABS = ['Activity', 'Tools', 'Agents', 'Errors', 'Cost'] as const
const PERIODS = ['7 days', '30 days', '90 days'] as const

/** Whether the page shows what was clicked, and not what it showed before: another tab has another headline, another period other dates. */
const SHOWS = {
  link: `document.querySelector('[data-headline]') !== before.headline`,
  radio: `document.querySelector('h1 + span')?.textContent !== before.dates`,
} as const

/**
 * Clicks something and returns when the first figure and all figures are there, in milliseconds: a headline, and nothing dimmed.
 * Both are measured in the page, at the frame that shows them.
 */
const clicked = async (page: Page, role: keyof typeof SHOWS, name: string) => {
  const target =
    role === 'link'
      ? page.getByRole('navigation', { name: 'Insights' }).getByRole('link', { name })
      : page.getByText(name, { exact: true })
  // Watch before the click: a script that comes after it would miss it.
  await page.evaluate(`void (bench.figures = new Promise((resolve) => {
    const before = {
      headline: document.querySelector('[data-headline]'),
      dates: document.querySelector('h1 + span')?.textContent,
    }
    addEventListener('click', () => {
      const start = performance.now()
      let first
      const look = () => {
        const now = performance.now() - start
        const isThere = document.querySelector('[data-headline]') !== null && ${SHOWS[role]}
        if (isThere) first ??= now
        if (isThere && document.querySelector('main [aria-busy="true"]') === null) resolve([first, now])
        else requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    }, { once: true, capture: true })
  }))`)
  await target.first().click()
  return page.evaluate<readonly [number, number]>('bench.figures')
}

/** Measures the tabs of Insights, and a change of the period, with ninety days of history. */
export const insights: Scene = {
  name: 'insights',
  figures: (backstage): Promise<readonly Figure[]> =>
    withTheatre(
      backstage,
      { before: (places) => recordSessions(places, backstage.quick ? 60 : SESSIONS, DAYS) },
      async ({ open, places, service }) => {
        await imported(service)
        await caughtUp(service, places)
        const page = await open('/insights/cost?period=90d')
        await page.locator('[data-bar]').first().waitFor()
        const [firsts, wholes, changes]: [number[], number[], number[]] = [[], [], []]
        for (const tab of TABS) {
          const [first, whole] = await clicked(page, 'link', tab)
          firsts.push(first)
          wholes.push(whole)
        }
        for (const period of PERIODS) changes.push((await clicked(page, 'radio', period))[1])
        const what = `Insights, ${SESSIONS} sessions in ${DAYS} days`
        return [
          atMost(GOAL, `${what}: first figure of a tab`, quantile(firsts, 1), 300, 'ms'),
          atMost(GOAL, `${what}: all figures of a tab`, quantile(wholes, 1), 800, 'ms'),
          atMost(GOAL, `${what}: figures of another period`, quantile(changes, 1), 300, 'ms'),
        ]
      },
    ),
}
