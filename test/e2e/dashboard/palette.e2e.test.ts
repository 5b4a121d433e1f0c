import { beforeAll, expect, it } from 'vitest'
import { inChromium, useStage } from '../../support/browser/stage.js'

inChromium('the palette', () => {
  const stage = useStage()
  beforeAll(async () => {
    await stage.agents.working('Count the needles', 'needles')
    await stage.agents.working('Count the pins', 'pins')
  })

  it('opens a page, a session by its name, and events, with the keyboard alone', async () => {
    const page = await stage.open()
    await page.locator('[data-row]').nth(1).waitFor()
    await page.keyboard.press('Control+k')
    const field = page.getByRole('dialog').getByRole('combobox')
    await field.fill('insi')
    await page.getByRole('option', { name: /Insights/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/insights/cost')
    // The shortcut closes a palette that is still open.
    await field.waitFor({ state: 'detached' })

    await page.keyboard.press('Control+k')
    await field.fill('needles')
    await page.getByRole('option', { name: /^Count the needles/ }).waitFor()
    await page.getByRole('option', { name: /^Count the pins/ }).waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await page.waitForURL('**/sessions/needles')
    await field.waitFor({ state: 'detached' })

    await page.keyboard.press('Control+k')
    await field.fill('pins')
    await page.getByRole('option', { name: /Search events for/ }).waitFor()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/activity?q=pins')
  })

  it('receives letters typed right after the shortcut, so that none triggers a page shortcut', async () => {
    const page = await stage.open()
    const isRead =
      "['/palette-', '/widgets-'].every((part) => performance.getEntriesByType('resource').some(({ name }) => name.includes(part)))"
    await expect.poll(() => page.evaluate(isRead)).toBe(true)
    await page.evaluate('new Promise((done) => requestIdleCallback(done))')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('insi')
    await expect.poll(() => page.getByRole('combobox').inputValue()).toBe('insi')
  })

  it('groups what it finds and acts on the session of the page', async () => {
    const page = await stage.open('/sessions/needles')
    await page.getByRole('heading', { name: 'Count the needles' }).waitFor()
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog')
    await palette.getByRole('combobox').fill('count')
    await palette.getByRole('group', { name: 'Sessions' }).getByRole('option').nth(1).waitFor()
    await palette
      .getByRole('group', { name: 'Actions' })
      .getByRole('option', { name: /Mute session/ })
      .click()
    await page.getByText('Count the needles is muted').waitFor()
    await page.keyboard.press('Control+k')
    await palette.getByRole('combobox').fill('switch')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark')
  })

  it('closes on Escape and restores the focus', async () => {
    const page = await stage.open('/sessions')
    const search = page.getByRole('searchbox')
    await search.focus()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Search and commands' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Search and commands' }).waitFor({ state: 'detached' })
    expect(await search.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true)
  })
})
