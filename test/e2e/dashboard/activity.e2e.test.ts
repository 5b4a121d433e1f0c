import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { beforeAll, expect, it } from 'vitest'
import { choose } from '../../support/browser/choose.js'
import { inChromium, useStage } from '../../support/browser/stage.js'
import { call, text, transcriptOf } from '../../support/browser/transcript.js'

const SESSION = randomUUID()
/** More than one page of a conversation. */
const TURNS = 150

inChromium('Activity', () => {
  const stage = useStage({
    before: (places) => {
      const transcript = transcriptOf(places, SESSION)
      for (let turn = 0; turn < TURNS; turn += 1) {
        transcript.user(`Question ${turn}`)
        transcript.assistant(text(`Answer ${turn}`), call(`toolu_${turn}`, 'Bash', { command: `make step-${turn}` }))
        transcript.result(`toolu_${turn}`, 'ok')
      }
    },
  })
  const { agents } = stage
  beforeAll(async () => {
    await agents.working('Paint the shop', 'painter')
    await agents.asking('Publish the shop', 'npm publish')
  })

  it('shows one row for each call, live, and counts what finishes while paused', async () => {
    const page = await stage.open('/activity')
    const calls = page.locator('[data-call]')
    await calls.first().waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    const call = (id: string) => ({ tool_name: 'Bash', tool_use_id: id, tool_input: { command: `make ${id}` } })
    await agents.hook('PreToolUse', 'painter', call('green'))
    await calls.filter({ hasText: 'make green' }).and(page.locator('[data-state="running"]')).waitFor()
    await agents.hook('PostToolUseFailure', 'painter', { ...call('green'), error: 'exit 2', duration_ms: 31_200 })
    const failed = calls.filter({ hasText: 'make green' }).and(page.locator('[data-state="failed"]'))
    await failed.waitFor()
    expect(await failed.innerText()).toContain('31.2 s')
    expect(await failed.innerText()).toContain('exit 2')
    expect(await failed.getByRole('link', { name: 'Paint the shop' }).getAttribute('href')).toBe('/sessions/painter')

    await page.keyboard.press('p')
    await page.getByText(/^Paused at/).waitFor()
    await agents.hook('PreToolUse', 'painter', call('red'))
    await agents.hook('PostToolUseFailure', 'painter', { ...call('red'), error: 'exit 3' })
    await page.getByText('1 new call, 1 failed').waitFor()
    expect(await calls.filter({ hasText: 'make red' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await calls.filter({ hasText: 'make red' }).waitFor()
  })

  it('shows questions only, and saves the shown calls as CSV', async () => {
    const question = { tool_name: 'AskUserQuestion', tool_use_id: 'ask', tool_input: { questions: [] } }
    await agents.hook('PreToolUse', 'painter', question)
    await agents.hook('PostToolUse', 'painter', question)
    const page = await stage.open('/activity')
    const calls = page.locator('[data-call]')
    await calls.first().waitFor()
    await page.getByRole('radio', { name: 'Questions' }).check({ force: true })
    await page.waitForURL('**questions=true**')
    await page.locator('[data-call="Bash"]').first().waitFor({ state: 'detached' })
    expect(await calls.evaluateAll((rows) => rows.map((row) => row.getAttribute('data-call')))).toEqual([
      'AskUserQuestion',
    ])
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()])
    const [columns, ...rows] = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
    expect(columns).toContain('Started,Ended,Tool,Target')
    expect(rows).toEqual([expect.stringContaining('AskUserQuestion')])
  })

  it('shows what the events of a call contain, and finds calls by their text', async () => {
    const page = await stage.open('/activity')
    await page.getByRole('searchbox').fill('step-7')
    const call = page.locator('[data-call]', { has: page.getByTitle('make step-7', { exact: true }) })
    await call.getByRole('button', { name: 'Details of Bash make step-7' }).click()
    await call.getByRole('radio', { name: 'Start' }).check({ force: true })
    await call.locator('[data-payload]').getByText('make step-7').waitFor()
    await call.getByRole('link', { name: 'Open in conversation' }).click()
    await page.locator('[data-sought]', { hasText: 'make step-7' }).waitFor()
  })

  it('shows new events live and holds them back while paused', async () => {
    const page = await stage.open('/activity?raw=true')
    const events = page.locator('[data-event]')
    await events.first().waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    await agents.hook('Notification', 'painter', { message: 'The paint is dry' })
    await events.filter({ hasText: 'The paint is dry' }).waitFor()

    await page.keyboard.press('p')
    await page.getByText('Paused', { exact: true }).waitFor()
    await agents.hook('Notification', 'painter', { message: 'The paint is wet again' })
    await page.getByText('Paused, 1 new event').waitFor()
    expect(await events.filter({ hasText: 'wet again' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Resume' }).click()
    await events.filter({ hasText: 'wet again' }).waitFor()
  })

  it('focuses its own search field on / instead of opening the global search', async () => {
    const page = await stage.open('/activity')
    await page.locator('[data-call]').first().waitFor()
    await page.keyboard.press('/')
    const field = page.getByRole('searchbox', { name: 'Search events' })
    await field.and(page.locator(':focus')).waitFor()
    expect(new URL(page.url()).pathname).toBe('/activity')
  })

  it('filters by text, kind and session and keeps the filter in the URL', async () => {
    const page = await stage.open('/activity?raw=true')
    await page.getByRole('searchbox').fill('npm publish')
    await page.waitForURL((url) => url.searchParams.get('q') === 'npm publish')
    const asked = page.locator('[data-event]', { hasText: 'PermissionRequest' })
    await asked.waitFor()
    await choose(page.getByLabel('Kind'), 'PermissionRequest')
    await page.waitForURL((url) => url.searchParams.get('kind') === 'PermissionRequest')
    await asked.getByRole('button').click()
    // Only subagents are named.
    await asked.getByText(/^Event [\d,]+$/).waitFor()
    await asked.getByRole('link', { name: 'Only this session' }).click()
    await page.waitForURL(/activity\?session=/)
    await page.locator('[data-event]', { hasText: 'SessionStart' }).waitFor()
    expect(await page.locator('[data-event]', { hasText: 'Paint the shop' }).count()).toBe(0)
  })

  it('links an event to its line in the conversation, on any page', async () => {
    const page = await stage.open('/activity?q=step-7&kind=PreToolUse')
    await page.getByRole('button', { name: /make step-7$/ }).click()
    await page.getByRole('link', { name: 'Open in conversation' }).click()
    await page.waitForURL(/line=\d+/)
    await page.locator('[data-sought]', { hasText: 'make step-7' }).waitFor()
  })

  it('inserts a late event in order without moving the visible rows', async () => {
    const long = Date.now() - 600_000
    const beat = (second: number, message = `Beat ${second}.`) =>
      agents.hook('Notification', 'painter', { message }, long + second * 1000)
    for (let second = 0; second < 100; second += 1) await beat(second)
    const page = await stage.open('/activity?raw=true')
    const read = page.locator('[data-event]', { hasText: 'Beat 60.' })
    await page.locator('[data-event]').first().waitFor()
    await page.locator('[data-events]').evaluate((box) => box.scrollTo({ top: 1200 }))
    await read.waitFor()
    const before = await read.boundingBox()

    await beat(80.5, 'Late, and above')
    await beat(58.5, 'Late, and below')
    await page.locator('[data-event]', { hasText: 'Late, and below' }).waitFor()
    expect(await read.boundingBox()).toEqual(before)
    await page.locator('[data-events]').evaluate((box) => box.scrollTo({ top: 400 }))
    await page.locator('[data-event]', { hasText: 'Late, and above' }).waitFor()
  })

  it('becomes empty when all data is cleared', async () => {
    const page = await stage.open('/activity')
    await page.locator('[data-call]').first().waitFor()
    const cleared = await fetch(`${stage.url()}/api/settings/clear-data`, {
      method: 'POST',
      headers: { origin: stage.url() },
    })
    expect(cleared.status).toBe(200)
    await page.locator('[data-call]').first().waitFor({ state: 'detached' })
  })
})
