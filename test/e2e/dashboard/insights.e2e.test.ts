import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { inChromium, useStage } from '../../support/browser/stage.js'
import { call, text, transcriptOf } from '../../support/browser/transcript.js'

const TURNS = 40

interface Cost {
  readonly total_cost: number
}

interface Usage {
  readonly projects: readonly { readonly cwd: string; readonly cost: number }[]
}

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

  const imported = async (): Promise<boolean> => {
    const { events } = (await (await fetch(`${stage.url()}/api/events?event_type=SessionEnd`)).json()) as Events
    return events.length > 0
  }

  it('show the same cost as the API for the period in the URL', async () => {
    // The history is imported in the background, and this page does not update live.
    await expect.poll(imported).toBe(true)
    const { total_cost } = (await (await fetch(`${stage.url()}/api/pricing/cost`)).json()) as Cost
    const page = await stage.open('/insights?days=all')
    const title = page.getByRole('heading', { name: `$${total_cost.toFixed(2)}` })
    await title.waitFor()
    expect(await page.getByRole('radio', { name: 'All' }).isChecked()).toBe(true)
    await page.getByText('7 days').click()
    await page.waitForURL('**/insights?days=7')
  })

  it('break usage down by project, in cost or tokens, and link to the sessions of a project', async () => {
    await expect.poll(imported).toBe(true)
    const page = await stage.open('/insights?days=all')
    await page.locator('label', { hasText: 'Tokens' }).click()
    await page.locator('label', { hasText: 'By project' }).click()
    await page.waitForURL('**/insights?days=all&by=project&measure=tokens')
    const { projects } = (await (await fetch(`${stage.url()}/api/usage`)).json()) as Usage
    const [project] = projects
    const figure = page.getByRole('region', { name: 'By project' })
    await figure.getByRole('button', { name: 'Table' }).click()
    const cells = await figure.locator('tbody tr').first().locator('td').allTextContents()
    expect(cells.at(-1)).toBe(`$${(project?.cost ?? Number.NaN).toFixed(2)}`)
    await figure.getByRole('link').first().click()
    await page.waitForURL(`**/sessions?cwd=${encodeURIComponent(project?.cwd ?? '')}`)
  })

  it('show each chart as a table and export it as CSV with escaped formulas', async () => {
    await expect.poll(imported).toBe(true)
    const page = await stage.open('/insights')
    const tools = page.getByRole('region', { name: 'Tools' }).first()
    await tools.getByText('Bash is 75% of 40 calls.').waitFor()
    await tools.getByRole('button', { name: 'Table' }).click()
    expect(await tools.locator('tbody td').allTextContents()).toEqual(['Bash', '30', '=Grep', '10'])

    const downloading = page.waitForEvent('download')
    await tools.getByRole('button', { name: 'CSV' }).click()
    const file = await downloading
    expect(file.suggestedFilename()).toBe('tools.csv')
    expect(readFileSync(await file.path(), 'utf8')).toBe("Tool,Calls\r\nBash,30\r\n'=Grep,10\r\n")
  })
})
