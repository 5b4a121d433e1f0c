import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { RouteAnswer } from '../../../src/http/contract/index.js'
import { inChromium, useStage } from '../../support/browser/stage.js'
import { call, text, transcriptOf } from '../../support/browser/transcript.js'

const TURNS = 40

interface Events {
  readonly events: readonly unknown[]
}

inChromium('Insights', () => {
  const stage = useStage({
    before: (places) => {
      const transcript = transcriptOf(places, randomUUID())
      for (let turn = 0; turn < TURNS; turn += 1) {
        transcript.user(`Question ${turn}`)
        transcript.assistant(
          text('Yes.'),
          call(`toolu_${turn}`, turn % 4 === 0 ? '=Grep' : 'Bash', { command: 'make' }),
        )
        transcript.result(`toolu_${turn}`, 'ok')
      }
    },
  })

  const get = async <A>(path: string): Promise<A> => (await (await fetch(stage.url() + path)).json()) as A
  // The history is imported in the background, and this page does not update live.
  const imported = (): Promise<void> =>
    expect.poll(async () => (await get<Events>('/api/events?event_type=SessionEnd')).events.length).toBeGreaterThan(0)
  const headline = (page: Page) => page.locator('[data-headline]')

  it('shows the cost of the period in the address, and keeps the period in every tab', async () => {
    await imported()
    const { total_cost } = await get<RouteAnswer<'GET /api/pricing/cost'>>('/api/pricing/cost')
    const page = await stage.open('/insights?days=all')
    await page.waitForURL('**/insights/cost?period=all')
    await headline(page)
      .getByText(`$${total_cost.toFixed(2)}`)
      .waitFor()
    expect(await page.getByRole('radio', { name: 'All', exact: true }).isChecked()).toBe(true)
    await page.getByRole('link', { name: 'Tools' }).click()
    await page.waitForURL('**/insights/tools?period=all')
    await headline(page).getByText('40 tool calls').waitFor()
    await page.getByText('Yesterday').click()
    await page.waitForURL('**/insights/tools?period=yesterday')
    await headline(page).getByText('0 tool calls').waitFor()
  })

  const RANGE = '/insights/cost?from=2026-11-18&to=2026-11-22'

  it('narrows to a day with a click on its bar, and back with the browser', async () => {
    await imported()
    const page = await stage.open(RANGE)
    const day = page.locator('[data-bar="2026-11-20"]')
    await day.hover()
    await page.getByRole('tooltip').getByText('Click to show this day only').waitFor()
    await day.click()
    await page.waitForURL('**/insights/cost?from=2026-11-20&to=2026-11-20')
    await expect.poll(() => page.locator('[data-bar]').count()).toBe(1)
    await page.goBack()
    await page.waitForURL(`**${RANGE}`)
    await expect.poll(() => page.locator('[data-bar]').count()).toBe(5)
  })

  it('moves over the bars with the arrow keys and picks one with Enter', async () => {
    await imported()
    const page = await stage.open(RANGE)
    await page.locator('[data-bar="2026-11-22"]').focus()
    await page.keyboard.press('ArrowLeft')
    await page.getByRole('tooltip').getByText('Sat 21 Nov').waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/insights/cost?from=2026-11-21&to=2026-11-21')
    await page.getByText('No usage in this period').first().waitFor()
  })

  it('chooses a custom range', async () => {
    const page = await stage.open('/insights/activity')
    await page.getByRole('button', { name: 'Custom' }).click()
    await page.getByLabel('From').fill('2026-01-05')
    await page.getByLabel('To', { exact: true }).fill('2026-01-09')
    await page.getByText('5 days').waitFor()
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.waitForURL('**/insights/activity?from=2026-01-05&to=2026-01-09')
    await page.getByText('5 – 9 Jan 2026').first().waitFor()
  })

  it('narrows all figures to a project from its name', async () => {
    await imported()
    const page = await stage.open(`${RANGE}&by=project&measure=tokens`)
    const projects = page.getByRole('region', { name: 'By project' })
    await projects.getByRole('button').last().waitFor()
    const name = projects
      .getByRole('button')
      .filter({ hasNotText: /Table|CSV|JSON|Show all/ })
      .first()
    const cwd = (await name.getAttribute('title')) ?? ''
    await name.click()
    await page.waitForURL(
      (url) => url.pathname === '/insights/cost' && (url.searchParams.get('project') ?? '').includes(cwd),
    )
  })

  it('sorts a table by a click on a heading, and leads from a tool to its calls', async () => {
    await imported()
    const page = await stage.open('/insights/tools?from=2026-11-18&to=2026-11-22')
    const table = page.getByRole('table', { name: 'By tool' })
    const names = () => table.locator('tbody td:first-child').allTextContents()
    const heading = (name: string) => table.getByRole('columnheader', { name })
    await expect.poll(names).toEqual(['Bash', '=Grep'])
    expect(await heading('Calls').getAttribute('aria-sort')).toBe('descending')
    await heading('Calls').getByRole('button').click()
    await expect.poll(names).toEqual(['=Grep', 'Bash'])
    expect(await heading('Calls').getAttribute('aria-sort')).toBe('ascending')
    await table.getByRole('link', { name: 'Bash' }).click()
    await page.waitForURL('**/activity?tool=*')
    await page.locator('[data-call]').first().waitFor()
  })

  it('shows each figure as a table and exports it as CSV with escaped formulas', async () => {
    await imported()
    const page = await stage.open('/insights/tools?from=2026-11-18&to=2026-11-22')
    const tools = page.getByRole('region', { name: 'By tool' })
    await tools.locator('tbody tr').nth(1).waitFor()
    const downloading = page.waitForEvent('download')
    await tools.getByRole('button', { name: 'CSV' }).click()
    const file = await downloading
    expect(file.suggestedFilename()).toMatch(/^tools-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/)
    const lines = readFileSync(await file.path(), 'utf8').split('\r\n')
    expect(lines[1]).toMatch(/^Bash,30,/)
    expect(lines[2]).toMatch(/^'=Grep,10,/)
    await page.getByRole('link', { name: 'Cost' }).click()
    await page.getByRole('button', { name: 'Table' }).first().click()
    await page.getByRole('table', { name: 'Cost over time' }).locator('tbody tr').nth(1).waitFor()
  })
})
