import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { inChromium, useStage } from '../../support/browser/stage.js'

// More than one page of the list.
const SESSIONS = 120
const FRESH = '[data-fresh="true"]'

/** Returns the link and the top, in px, of the first row below the column titles. */
const place = (page: Page): Promise<string> =>
  page.evaluate<string>(`(() => {
    const edge = document.querySelector('[data-list-head]').getBoundingClientRect().bottom
    const row = [...document.querySelectorAll('a[data-session]')].find((row) => row.getBoundingClientRect().bottom > edge)
    return row.getAttribute('href') + ' at ' + Math.round(row.getBoundingClientRect().top)
  })()`)

/** Waits until the page has drawn so many frames. */
const frames = (page: Page, count: number): Promise<unknown> =>
  page.evaluate(`new Promise((seen) => {
    const draw = (left) => requestAnimationFrame(() => (left > 1 ? draw(left - 1) : seen()))
    draw(${count})
  })`)

/** Scrolls a row to the middle of the window. Not with the wheel, which keeps scrolling for some frames. */
const scrollTo = async (page: Page, row: Locator): Promise<void> => {
  while (!(await row.isVisible())) {
    await page.evaluate("document.querySelector('[data-list]').scrollBy(0, 300)")
    await frames(page, 2)
  }
  await row.evaluate((shown: { scrollIntoView: (at: object) => void }) => shown.scrollIntoView({ block: 'center' }))
  await frames(page, 2)
}

/** Waits for a pulsing row and reads its animation in the same frame, because the row soon stops pulsing. */
const motionOf = (page: Page): Promise<string> =>
  page.evaluate<string>(`new Promise((seen) => {
    const look = () => {
      const row = document.querySelector('${FRESH}')
      if (row === null) requestAnimationFrame(look)
      else seen(getComputedStyle(row, '::after').animationName)
    }
    look()
  })`)

inChromium('a long list of sessions', () => {
  const stage = useStage()
  beforeAll(async () => {
    for (let index = 0; index < SESSIONS; index += 1) await stage.agents.working(`Task ${index}`, `task-${index}`)
  })

  it('restores its scroll position after a visit to a session and after a reload', async () => {
    const page = await stage.open('/sessions')
    await page.locator('a[data-session]').first().waitFor()
    // The thirteenth row from the end is on the second page, after the first hundred.
    const far = page.locator('a[data-session][href="/sessions/task-12"]')
    await scrollTo(page, far)
    const left = await place(page)
    // Not `click`, which may scroll the row.
    await far.dispatchEvent('click')
    await page.locator('[data-part="session-head"]').waitFor()

    await page.goBack()
    await expect.poll(() => place(page)).toBe(left)
    // The second page arrives long after the first one is shown.
    await page.route('**/api/sessions?*offset=100*', async (route) => {
      await page.locator('[data-reading]').waitFor()
      await frames(page, 30)
      await route.continue()
    })
    await page.reload()
    await page.locator('a[data-session]').first().waitFor()
    await expect.poll(() => place(page)).toBe(left)
  })

  it('goes to the next waiting session with n', async () => {
    const waiting = await stage.agents.asking('Publish', 'npm publish')
    const page = await stage.open('/sessions')
    await expect.poll(() => page.title()).toMatch(/^\(1\)/)
    await page.keyboard.press('n')
    await page.waitForURL((url) => url.pathname === '/' && url.searchParams.get('at') === waiting)
  })

  it('pulses a row when its session starts to wait, unless reduced motion is set', async () => {
    const [page, still] = await Promise.all([
      stage.open('/sessions'),
      stage.open('/sessions', { reducedMotion: 'reduce' }),
    ])
    await Promise.all([page, still].map((shown) => shown.getByText('Live', { exact: true }).waitFor()))
    await Promise.all([page, still].map((shown) => shown.locator('a[data-session]').first().waitFor()))
    const motions = Promise.all([motionOf(page), motionOf(still)])
    await stage.agents.hook('PermissionRequest', 'task-119', { tool_name: 'Bash', tool_input: { command: 'make' } })
    expect((await motions).map((motion) => motion !== 'none')).toEqual([true, false])
    await page.locator(FRESH).waitFor({ state: 'detached' })
  })
})
