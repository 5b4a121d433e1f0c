import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { inChromium, useStage } from '../../support/browser/stage.js'

const ROW = 'a[data-session]'
const idsOf = (page: Page): Promise<(string | null)[]> =>
  page.locator(ROW).evaluateAll((rows) => rows.map((row) => row.getAttribute('data-session')))
const total = (page: Page, text: string): Promise<void> =>
  page.getByRole('status', { name: text, exact: true }).waitFor()

inChromium('the list of sessions', () => {
  const stage = useStage({ env: { SVC_LIVENESS: '1' } })
  const { agents } = stage
  beforeAll(async () => {
    await agents.working('Count the needles', 'needles-open')
    await agents.working('Count the pins', 'pins-open')
    await agents.working('Lose the needles', 'needles-done')
    await agents.hook('SessionEnd', 'needles-done', { reason: 'other' })
  })

  it('keeps its search and its filters in the URL across a reload', async () => {
    const page = await stage.open('/sessions')
    await page.locator(ROW).nth(2).waitFor()
    await page.getByRole('searchbox').fill('needles')
    await page.waitForURL('**/sessions?q=needles')
    await total(page, '2 sessions')
    await page.getByRole('button', { name: 'State' }).click()
    const options = page.getByRole('listbox').getByRole('option')
    expect(await options.allTextContents()).toEqual(['Working1', 'Done1'])
    await options.filter({ hasText: 'Done' }).click()
    await page.waitForURL('**/sessions?q=needles&state=done')
    await total(page, '1 session')
    await page.reload()
    await total(page, '1 session')
    expect(await page.getByRole('searchbox').inputValue()).toBe('needles')
    expect(await page.getByRole('button', { name: 'State' }).textContent()).toContain('Done')
    await expect.poll(() => idsOf(page)).toEqual(['needles-done'])
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await total(page, '3 sessions')
  })

  it('sorts by a column in both directions', async () => {
    const page = await stage.open('/sessions')
    await page.getByRole('link', { name: 'Name', exact: true }).click()
    await expect.poll(() => idsOf(page)).toEqual(['needles-open', 'pins-open', 'needles-done'])
    expect(await page.locator('[aria-sort]').getAttribute('aria-sort')).toBe('ascending')
    await page.getByRole('link', { name: 'Name', exact: true }).click()
    await expect.poll(() => idsOf(page)).toEqual(['needles-done', 'pins-open', 'needles-open'])
    expect(await page.locator('[aria-sort]').getAttribute('aria-sort')).toBe('descending')
  })

  it('gives the focus back to the row that was opened', async () => {
    const page = await stage.open('/sessions?q=needles')
    await total(page, '2 sessions')
    await page.locator(`${ROW}[data-session="needles-done"]`).focus()
    await page.keyboard.press('Enter')
    await page.locator('[data-part="session-head"]').waitFor()
    await page.goBack()
    await page.locator(`${ROW}[data-session="needles-done"]:focus`).waitFor()
  })

  it('leads from the filter to the first row and back by keyboard, and keeps the filter', async () => {
    const page = await stage.open('/sessions?q=needles')
    await total(page, '2 sessions')
    const field = page.getByRole('searchbox')
    await field.focus()
    await page.keyboard.press('ArrowDown')
    await page.locator(`${ROW}:focus`).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.press('Escape')
    expect(await field.inputValue()).toBe('needles')
    await page.locator('input[type=search]:not(:focus)').waitFor()
    await page.keyboard.press('Escape')
    await total(page, '3 sessions')
    expect(await field.inputValue()).toBe('')
  })

  it('pins a session with its key, with undo', async () => {
    const page = await stage.open('/sessions')
    await page.locator(`${ROW}[data-session="pins-open"]`).focus()
    await page.keyboard.press('p')
    const heading = page.getByRole('heading', { name: 'Pinned' })
    await heading.waitFor()
    await expect.poll(async () => (await idsOf(page))[0]).toBe('pins-open')
    await page.getByRole('button', { name: 'Undo' }).click()
    await heading.waitFor({ state: 'detached' })
  })

  it('deletes selected sessions after a question with exact counts, but none that is running', async () => {
    for (const id of ['waste-1', 'waste-2']) {
      await agents.working(`Waste ${id}`, id)
      await agents.hook('SessionEnd', id, { reason: 'other' })
    }
    // A session runs while its process is alive.
    await fetch(`${stage.url()}/api/hooks`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-svc-pid': String(process.pid) },
      body: JSON.stringify({ hook_type: 'UserPromptSubmit', data: { session_id: 'pins-open', prompt: 'Continue' } }),
    })
    const page = await stage.open('/sessions')
    await page.locator(ROW).nth(4).waitFor()
    for (const id of ['waste-1', 'waste-2', 'pins-open']) {
      await page.locator(`${ROW}[data-session="${id}"]`).focus()
      await page.keyboard.press('x')
    }
    await page.getByText(/^3 of \d+ selected$/).waitFor()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete 2 sessions?' })
    await dialog.getByText('1 running session is kept.').waitFor()
    await dialog.getByText('2 agents are deleted').waitFor()
    await dialog.getByRole('button', { name: 'Delete sessions' }).click()
    await page.getByText('2 sessions deleted').waitFor()
    await total(page, '3 sessions')
    expect(await idsOf(page)).toContain('pins-open')
  })

  it('saves filters as named views in the browser, for the list and the palette', async () => {
    const page = await stage.open('/sessions?q=needles&state=done')
    await total(page, '1 session')
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByLabel('Name of the view').and(page.locator(':focus')).waitFor()
    await page.keyboard.type('Lost needles')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Lost needles' }).waitFor()
    await page.goto(new URL('/sessions', page.url()).href)
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('link', { name: /Lost needles/ }).click()
    await page.waitForURL('**/sessions?q=needles&state=done')
    expect(await page.getByRole('searchbox').inputValue()).toBe('needles')

    await page.getByRole('button', { name: 'Lost needles' }).click()
    await page.getByRole('button', { name: 'Rename Lost needles' }).click()
    await page.getByLabel('New name').fill('Found needles')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Delete Found needles' }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('found')
    await page.getByRole('option', { name: /Found needles/ }).click()
    await page.getByRole('button', { name: 'Found needles' }).click()
    await page.getByRole('button', { name: 'Delete Found needles' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Views' }).waitFor()
  })

  it('understands the filters of older addresses', async () => {
    const page = await stage.open('/sessions?status=completed')
    await expect.poll(() => idsOf(page)).toEqual(['needles-done'])
  })

  it('explains the state of a session and links to the event', async () => {
    const page = await stage.open('/sessions')
    await page.locator('[data-why="needles-done"]').click()
    const why = page.getByRole('dialog', { name: /^Why/ })
    await why.getByText('SessionEnd').first().waitFor()
    await why.getByRole('link', { name: 'Show event' }).click()
    await page.waitForURL('**/sessions/needles-done?tab=events&event=*')
  })
})
