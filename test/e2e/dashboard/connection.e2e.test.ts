import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { inChromium, useStage } from '../../support/browser/stage.js'
import { kill } from '../../support/process/kill.js'

/** Returns the link and text of each row, without the times, which change on their own. */
const rowsOf = (page: Page): Promise<readonly string[]> =>
  page
    .locator('[data-row]')
    .evaluateAll((rows) =>
      rows.map((row) => `${row.getAttribute('href')} ${row.querySelector('[data-what]')?.textContent}`),
    )

inChromium('a dashboard without a connection to its service', () => {
  const stage = useStage()

  it('says that the connection is lost and catches up when the service is back', async () => {
    await stage.agents.working('Stay', 'stays')
    const asking = await stage.agents.asking('Ask', 'make clean')
    const page = await stage.open()
    await page.locator('[data-row]').nth(1).waitFor()
    await page.getByText('Live', { exact: true }).waitFor()

    await stage.service().kill()
    await page.getByText('Connection lost').waitFor()
    await stage.restart()
    await stage.agents.hook('PostToolUse', asking, { tool_name: 'Bash', tool_input: {}, tool_response: {} })
    await stage.agents.asking('Ask again', 'make all')
    await page.getByText('Connection lost').waitFor({ state: 'detached' })
    await page.locator('[data-row="need"]', { hasText: 'make all' }).waitFor()
    await page.locator('[data-row="need"]', { hasText: 'make clean' }).waitFor({ state: 'detached' })

    const fresh = await stage.open()
    await fresh.locator('[data-row]').nth(2).waitFor()
    const rows = await rowsOf(fresh)
    // The row that was decided keeps its place for two seconds.
    await expect.poll(() => rowsOf(page), { timeout: 10_000 }).toEqual(rows)
  })

  it('says so on a page that was not loaded yet and loads it when the service is back', async () => {
    const page = await stage.open()
    await page.getByText('Live', { exact: true }).waitFor()
    await stage.service().kill()
    await page.getByRole('link', { name: 'Insights' }).click()
    await page.getByRole('alert').filter({ hasText: 'The service is not responding.' }).waitFor()
    await page.getByText('Connection lost').waitFor()
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)

    await stage.restart()
    await page.getByRole('heading', { name: 'Insights' }).waitFor()
  })

  it('keeps the sessions that were read where they are', async () => {
    await stage.agents.working('Stay', 'stays')
    const page = await stage.open('/sessions')
    await page.getByText('Live', { exact: true }).waitFor()
    const row = page.locator('[data-session]').first()
    const columns = page.locator('[data-list] > :first-child')
    const below = async (): Promise<number> =>
      ((await row.boundingBox())?.y ?? 0) - ((await columns.boundingBox())?.y ?? 0)
    await row.waitFor()
    const before = await below()
    await page.getByRole('link', { name: 'Now' }).click()
    await stage.service().kill()
    await page.getByText('Connection lost').waitFor()
    await page.getByRole('link', { name: 'Sessions' }).click()
    const failure = page.locator('[data-list] [role="alert"]')
    await failure.waitFor()
    expect(await below()).toBe(before)
    await stage.restart()
    await failure.waitFor({ state: 'detached' })
  })

  it('says so when the service hangs and reconnects when it responds again', async () => {
    const page = await stage.open()
    await page.getByText('Live', { exact: true }).waitFor()
    kill(stage.service().pid, 'SIGSTOP')
    try {
      await page.getByText('Connection lost').waitFor()
    } finally {
      kill(stage.service().pid, 'SIGCONT')
    }
    await page.getByText('Connection lost').waitFor({ state: 'detached' })
    await stage.agents.asking('Ask at last', 'make after')
    await page.locator('[data-row="need"]', { hasText: 'make after' }).waitFor()
  })
})
