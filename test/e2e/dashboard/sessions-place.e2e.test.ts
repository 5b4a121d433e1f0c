import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { inChromium, useStage } from '../../support/browser/stage.js'

// More than the list reads at once.
const SESSIONS = 120
const FRESH = '.row.history.fresh'

/** The first row below the titles of the columns, and where it stands. */
const place = (page: Page): Promise<string> =>
  page.evaluate<string>(`(() => {
    const edge = document.querySelector('.cols').getBoundingClientRect().bottom
    const row = [...document.querySelectorAll('.row.history')].find((row) => row.getBoundingClientRect().bottom > edge)
    return row.getAttribute('href') + ' at ' + Math.round(row.getBoundingClientRect().top)
  })()`)

/** The place, once two looks agree on it: a wheel scrolls on for some frames. */
const settled = async (page: Page): Promise<string> => {
  for (let last = await place(page); ; ) {
    await page.evaluate('new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))')
    const now = await place(page)
    if (now === last) return now
    last = now
  }
}

interface Window {
  readonly getComputedStyle: (element: unknown) => { readonly animationName: string }
}

inChromium('a long list of sessions', () => {
  const stage = useStage()
  beforeAll(async () => {
    for (let index = 0; index < SESSIONS; index += 1) await stage.agents.working(`Task ${index}`, `task-${index}`)
  })

  it('is found at the same place after a visit to a session, and after a reload', async () => {
    const page = await stage.open('/sessions')
    await page.locator('.row.history').first().waitFor()
    await page.locator('.list').hover()
    // The eleventh from the end is behind the first hundred: a second page was read for it.
    const far = page.locator('.row.history[href="/sessions/task-10"]')
    while (!(await far.isVisible())) await page.mouse.wheel(0, 300)
    await far.scrollIntoViewIfNeeded()
    const left = await settled(page)
    await far.click()
    await page.locator('.head').waitFor()

    await page.goBack()
    await expect.poll(() => place(page)).toBe(left)
    await page.reload()
    await page.locator('.row.history').first().waitFor()
    await expect.poll(() => place(page)).toBe(left)
  })

  it('leads to the next waiting session with n', async () => {
    const waiting = await stage.agents.asking('Publish', 'npm publish')
    const page = await stage.open('/sessions')
    await page.locator('.row.history.needs_you').waitFor()
    await page.keyboard.press('n')
    await page.waitForURL((url) => url.pathname === '/' && url.searchParams.get('at') === waiting)
  })

  it('lets a row pulse when it begins to wait, and not for a reader who wants no motion', async () => {
    const [page, still] = await Promise.all([
      stage.open('/sessions'),
      stage.open('/sessions', { reducedMotion: 'reduce' }),
    ])
    await Promise.all([page, still].map((shown) => shown.getByText('Live', { exact: true }).waitFor()))
    await Promise.all([page, still].map((shown) => shown.locator('.row.history').first().waitFor()))
    const motionOf = (shown: Page): Promise<string> =>
      shown.locator(FRESH).evaluate((row) => (globalThis as unknown as Window).getComputedStyle(row).animationName)
    const motions = Promise.all([motionOf(page), motionOf(still)])
    await stage.agents.hook('PermissionRequest', 'task-119', { tool_name: 'Bash', tool_input: { command: 'make' } })
    expect(await motions).toEqual(['begins-to-wait', 'none'])
    await page.locator(FRESH).waitFor({ state: 'detached' })
  })
})
