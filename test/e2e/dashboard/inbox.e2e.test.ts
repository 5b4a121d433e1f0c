import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { graveFaults, scrollsSideways } from '../../support/browser/faults.js'
import { inChromium, useStage } from '../../support/browser/stage.js'
import { repositoryAt } from '../../support/git/repository.js'

inChromium('What waits on Now', () => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-inbox-')))
  const stage = useStage({ env: { HOME: home } })
  const { agents } = stage
  const addLane = async (cwd: string, title: string): Promise<void> => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ cwd, title, base_branch: 'main' })
    await fetch(`${stage.url()}/api/lanes`, { method: 'POST', headers, body })
  }
  const work = async (session: string, cwd: string, said: string): Promise<void> => {
    await agents.hook('UserPromptSubmit', session, { cwd, prompt: 'Go on' })
    await agents.hook('Stop', session, { cwd, last_assistant_message: said })
  }
  const review = (page: Page) => page.getByRole('button', { name: /Search with typos/ })
  const conflict = (page: Page) => page.getByRole('button', { name: /Wishlist page/ })
  const groups = (page: Page) =>
    page
      .locator('[data-rows] ul[data-group]')
      .evaluateAll((lists) => lists.map((list) => list.getAttribute('data-group')))

  beforeAll(async () => {
    const shop = repositoryAt(join(home, 'shop'), { 'a.txt': 'a\n' })
    shop.write('b.txt', 'b\n')
    const wish = repositoryAt(join(home, 'wish'), { 'a.txt': 'a\n' })
    wish.git('checkout', '-q', '-b', 'feat')
    wish.commit({ 'a.txt': 'ours\n' })
    wish.git('checkout', '-q', 'main')
    wish.commit({ 'a.txt': 'theirs\n' })
    wish.git('checkout', '-q', 'feat')
    expect(() => wish.git('merge', 'main')).toThrow()
    await addLane(shop.path, 'Search with typos')
    await addLane(wish.path, 'Wishlist page')
    await work('in-shop', shop.path, 'Typos match now.')
    await work('in-wish', wish.path, 'I merged main.')
    await agents.asking('Deploy the shop', 'make deploy')
    await agents.hook('StopFailure', 'failing', { error: 'rate_limit', error_details: 'limit, try again in 2 hours' })
  })
  afterAll(() => rmSync(home, { recursive: true, force: true }))

  it('is one queue: asks, failures, other decisions, lanes with changes', async () => {
    const page = await stage.open()
    await review(page).waitFor()
    await expect.poll(() => groups(page)).toEqual(['waiting', 'failed', 'other', 'review'])
    await page.getByRole('heading', { level: 1, name: '1 agent needs you' }).waitFor()
    for (let times = 0; times < 3; times += 1) await page.keyboard.press('j')
    await page.locator('[data-decision="review"][aria-current="true"]').waitFor()
    const side = page.getByRole('complementary', { name: 'Selected decision' })
    await side.getByRole('heading', { name: '1 file changed' }).waitFor()
    await page.keyboard.press('k')
    await side.getByText('a.txt', { exact: true }).waitFor()
    expect(await graveFaults(page)).toEqual([])
    await page.keyboard.press('l')
    await page.waitForURL(/\/lanes\/\d+$/)
  })

  it('says why a turn failed and when its limit resets', async () => {
    const page = await stage.open('/?at=failing')
    await page
      .locator('[data-peek]')
      .getByText(/Limit reached, resets/)
      .waitFor()
  })

  it('is postponed with e, and shown again', async () => {
    const page = await stage.open()
    await conflict(page).click()
    await page.locator('[data-peek] [data-later]').waitFor()
    await page.keyboard.press('e')
    await page.getByRole('menuitem', { name: 'In an hour' }).click()
    await page.locator('[data-group="other"]').waitFor({ state: 'detached' })
    await page.locator('#group-later button').click()
    await page.locator('[data-group="later"] [data-row]').click()
    await page.locator('[data-peek]').getByRole('button', { name: 'Show now' }).click()
    await page.locator('[data-group="other"] [data-row]').waitFor()
  })

  it('covers the list on a phone, with a way back', async () => {
    const page = await stage.open('/', { viewport: { width: 390, height: 844 } })
    await review(page).click()
    await page.getByRole('link', { name: 'Review changes' }).waitFor()
    expect(await scrollsSideways(page)).toBe(false)
    expect(await graveFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Back to the list' }).click()
    await page.getByRole('link', { name: 'Review changes' }).waitFor({ state: 'hidden' })
  })

  it('is also on the board of lanes, by what it needs, and can be looked into', async () => {
    const page = await stage.open('/lanes')
    await page
      .getByRole('link', { name: /^Ready for review Search with typos|Search with typos/ })
      .first()
      .waitFor()
    await page.keyboard.press('v')
    const column = (name: string) => page.getByRole('region', { name: new RegExp(`^${name} ?\\d`) })
    await column('Review').getByText('Search with typos').waitFor()
    await column('Review').getByText('Wishlist page').waitFor()
    await column('Review').getByText('Typos match now.').waitFor()
    await column('Review').getByRole('link', { name: 'Review' }).waitFor()
    expect(await graveFaults(page)).toEqual([])
    await page.keyboard.press('j')
    await page.keyboard.press('Space')
    const peek = page.getByRole('dialog', { name: 'Wishlist page' })
    await peek.getByText('I merged main.').first().waitFor()
    expect(await graveFaults(page)).toEqual([])
    await page.keyboard.press('j')
    await page.getByRole('dialog', { name: 'Search with typos' }).getByText('Typos match now.').first().waitFor()
    await page.keyboard.press('Escape')
    await page.locator('a[data-lane]:focus').waitFor()
    // The choice is kept.
    await page.reload()
    await column('Review').getByText('Search with typos').waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await scrollsSideways(page)).toBe(false)
    await column('Review').getByText('Search with typos').waitFor()
    expect(await column('Working').isVisible()).toBe(false)
    await page.getByText('List', { exact: true }).click()
    await page.locator('ul[data-group="review"]').getByText('Search with typos').waitFor()
  })
})
