import { beforeAll, expect, it } from 'vitest'
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

  it('keeps its search and its filter in the address, where a reload finds them', async () => {
    const page = await stage.open('/sessions')
    const rows = page.locator('.row.history')
    await rows.nth(2).waitFor()
    await page.getByRole('searchbox').fill('needles')
    await page.waitForURL('**/sessions?q=needles')
    await page.getByText('2 sessions').waitFor()
    await page.getByLabel('Status').selectOption('Done')
    await page.waitForURL('**/sessions?q=needles&status=completed')
    await page.getByText('1 session', { exact: true }).waitFor()
    await page.reload()
    await page.getByText('1 session', { exact: true }).waitFor()
    expect(await page.getByRole('searchbox').inputValue()).toBe('needles')
    expect(await page.getByLabel('Status').inputValue()).toBe('completed')
    expect(await rows.getAttribute('href')).toBe('/sessions/needles-done')
  })
})
