import { beforeAll, expect, it } from 'vitest'
import { choose } from '../../support/browser/choose.js'
import { inChromium, useStage } from '../../support/browser/stage.js'

inChromium('the list of sessions', () => {
  const stage = useStage()
  const { agents } = stage
  beforeAll(async () => {
    await agents.working('Count the needles', 'needles-open')
    await agents.working('Count the pins', 'pins-open')
    await agents.working('Lose the needles', 'needles-done')
    await agents.hook('SessionEnd', 'needles-done', { reason: 'other' })
  })

  it('keeps its search and filter in the URL across a reload', async () => {
    const page = await stage.open('/sessions')
    const rows = page.locator('.row.history')
    await rows.nth(2).waitFor()
    await page.getByRole('searchbox').fill('needles')
    await page.waitForURL('**/sessions?q=needles')
    await page.getByText('2 sessions').waitFor()
    await choose(page.getByLabel('Status'), 'Done')
    await page.waitForURL('**/sessions?q=needles&status=completed')
    await page.getByText('1 session', { exact: true }).waitFor()
    await page.reload()
    await page.getByText('1 session', { exact: true }).waitFor()
    expect(await page.getByRole('searchbox').inputValue()).toBe('needles')
    expect(await page.getByLabel('Status').textContent()).toBe('Done')
    expect(await rows.getAttribute('href')).toBe('/sessions/needles-done')
  })

  it('shows the number of sessions for each filter option and filters by directory', async () => {
    const page = await stage.open('/sessions?q=needles')
    await page.getByText('2 sessions').waitFor()
    await page.getByLabel('Status').click()
    expect(await page.getByRole('option').allTextContents()).toEqual(['Any status', 'Open1', 'Done1'])
    await page.keyboard.press('Escape')
    await choose(page.getByLabel('Directory', { exact: true }), 'shop')
    await page.waitForURL('**/sessions?q=needles&cwd=*')
    await page.getByText('2 sessions').waitFor()
  })

  it('saves filters as named views in the browser, for the list and the palette', async () => {
    const page = await stage.open('/sessions?q=needles&status=completed')
    await page.getByText('1 session', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByLabel('Name of the view').and(page.locator(':focus')).waitFor()
    await page.keyboard.type('Lost needles')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Lost needles' }).waitFor()
    await page.goto(new URL('/sessions', page.url()).href)
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('link', { name: /Lost needles/ }).click()
    await page.waitForURL('**/sessions?q=needles&status=completed')
    expect(await page.getByRole('searchbox').inputValue()).toBe('needles')

    await page.getByRole('button', { name: 'Lost needles' }).click()
    await page.getByRole('button', { name: 'Rename Lost needles' }).click()
    await page.getByLabel('New name').fill('Found needles')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await page.getByText('2 sessions').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /words that were said/ }).fill('found')
    await page.getByRole('option', { name: /Found needles/ }).click()
    await page.getByRole('button', { name: 'Found needles' }).click()
    await page.getByRole('button', { name: 'Delete Found needles' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Views' }).waitFor()
  })

  it('explains the state of a session and links to the event', async () => {
    const page = await stage.open('/sessions')
    await page.locator('[data-why="needles-done"]').click()
    const why = page.getByRole('dialog', { name: 'Why done' })
    await why.getByText('SessionEnd').first().waitFor()
    await why.getByRole('link', { name: 'Show the event' }).click()
    await page.waitForURL('**/sessions/needles-done?tab=events&event=*')
    await page
      .locator('.event', { has: page.locator('[aria-expanded="true"]') })
      .getByText('SessionEnd')
      .first()
      .waitFor()
  })
})
