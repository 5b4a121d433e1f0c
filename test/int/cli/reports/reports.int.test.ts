import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { reportCommands } from '../../../../src/cli/reports/commands.js'
import type { RouteAnswer } from '../../../../src/http/contract/index.js'
import { type Use, writeRollout, writeTranscripts } from '../../../support/pricing/account.js'
import { runHere, runSource } from '../../../support/cli/run.js'
import { type App, startApp } from '../../../support/service/app.js'

const ONE = '11111111-1111-4111-8111-111111111111'
const TWO = '22222222-2222-4222-8222-222222222222'
const CODEX = '33333333-3333-4333-8333-333333333333'
const NOW = '44444444-4444-4444-8444-444444444444'

const SONNET = 'claude-sonnet-4-5-20250929'
const MINUTE = 60_000
const ago = (minutes: number): string => new Date(Date.now() - minutes * MINUTE).toISOString()

const USES: readonly Use[] = [
  {
    session: ONE,
    model: SONNET,
    at: '2026-03-27T22:50:00.000Z',
    input: 1003,
    output: 207,
    cacheRead: 98_765,
    us: true,
  },
  // The night when daylight saving time starts in Rome: three days there, two in UTC.
  { session: ONE, model: SONNET, at: '2026-03-28T22:50:00.000Z', input: 3001, output: 701, written5m: 907, fast: true },
  { session: ONE, model: SONNET, at: '2026-03-29T00:30:00.000Z', input: 5003, output: 1301, written1h: 333 },
  { session: TWO, model: SONNET, at: '2026-03-29T21:50:00.000Z', input: 7, output: 4001, searches: 3, batch: true },
  { session: TWO, agent: 'a1', model: 'claude-opus-4-8', at: '2026-03-29T22:10:00.000Z', input: 11, output: 9001 },
  { session: TWO, model: 'gpt-5.6-terra', at: '2026-07-29T23:59:59.000Z', input: 200_001, output: 17 },
  { session: TWO, model: 'gpt-5.6-terra', at: '2026-07-30T00:00:01.000Z', input: 200_001, output: 17 },
  { session: TWO, model: 'nobodys-model', at: '2026-09-01T08:00:00.000Z', input: 5, output: 7, searches: 9 },
  // Exceeds the free hours of the month.
  { session: TWO, model: SONNET, at: '2026-09-02T08:00:00.000Z', input: 5, output: 7, executions: 20_000 },
]

interface Row {
  readonly cost: number
  readonly total_tokens: number
}
interface Report {
  readonly timezone: string
  readonly daily?: readonly (Row & { readonly date: string })[]
  readonly weekly?: readonly (Row & { readonly week: string })[]
  readonly monthly?: readonly (Row & { readonly month: string })[]
  readonly sessions?: readonly (Row & { readonly session_id: string; readonly id: string; readonly name: string })[]
  readonly blocks?: readonly (Row & {
    readonly start: string
    readonly is_active: boolean
    readonly burn_rate?: { readonly tokens_per_minute: number; readonly usd_per_hour: number }
    readonly projection?: { readonly tokens: number; readonly usd: number; readonly remaining_minutes: number }
  })[]
  readonly totals: Row
}

const run = (...args: readonly string[]) => runHere(reportCommands(), args)

let app: App
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'switchyard-reports-'))
  writeTranscripts(join(folder, 'claude'), [
    ...USES,
    { session: NOW, model: SONNET, at: ago(40), input: 1000, output: 20_000 },
    { session: NOW, model: SONNET, at: ago(10), input: 1000, output: 8000 },
  ])
  writeRollout(join(folder, 'codex'), {
    session: CODEX,
    model: 'gpt-5.4',
    at: '2026-03-29T12:00:00.000Z',
    input: 4001,
    cached: 60_003,
    output: 807,
  })
  vi.stubEnv('SVC_DATA_DIR', join(folder, 'data'))
  vi.stubEnv('NO_COLOR', '1')
  app = await startApp({}, folder)
  await app.imported
  await app.settled()
})
afterAll(async () => {
  await app.close()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

const report = async (...args: readonly string[]): Promise<Report> => {
  const { code, out, err } = await run(...args, '--json')
  expect([code, err]).toEqual([0, ''])
  return JSON.parse(out) as Report
}
const costOf = (path: string) => app.get<RouteAnswer<'GET /api/pricing/cost'>>(`/api/pricing/cost${path}`)
const table = async (...args: readonly string[]): Promise<readonly string[]> =>
  (await run(...args)).out.trimEnd().split('\n')
/** The terminal columns of a line. The names in these tests are ASCII, plus one wide character. */
const wide = (line: string): number => line.length + (line.match(/名/g)?.length ?? 0)
const sum = (rows: readonly Row[] | undefined): number => (rows ?? []).reduce((total, { cost }) => total + cost, 0)

describe('the cost by day', () => {
  it.each([
    ['UTC', 0],
    ['Asia/Kathmandu', -345],
    ['America/Phoenix', 420],
  ])('matches the API in %s, which has a fixed offset', async (name, offset) => {
    const { daily, totals, timezone } = await report('cost', 'daily', '--timezone', name)
    const { daily_costs, total_cost } = await costOf(`?tz_offset=${offset}`)
    expect(daily?.map(({ date, cost }) => ({ date, cost }))).toEqual(daily_costs)
    expect([timezone, totals.cost]).toEqual([name, total_cost])
  })

  it('follows daylight saving time', async () => {
    const { daily } = await report('cost', '--timezone', 'Europe/Rome', '--until', '2026-04-30')
    const winter = (await costOf('?tz_offset=-60')).daily_costs
    const summer = (await costOf('?tz_offset=-120')).daily_costs
    const of = (days: typeof winter, date: string) => days.find((day) => day.date === date)?.cost
    expect(daily?.map(({ date, cost }) => [date, cost])).toEqual([
      ['2026-03-27', of(winter, '2026-03-27')],
      ['2026-03-28', of(winter, '2026-03-28')],
      // With the summer offset alone, this day would include late usage of the day before.
      ['2026-03-29', expect.closeTo((of(summer, '2026-03-29') ?? 0) - (of(winter, '2026-03-28') ?? 0), 3)],
      ['2026-03-30', of(summer, '2026-03-30')],
    ])
  })

  it('covers the days from --since to --until inclusive, and adds up', async () => {
    const whole = await report('cost', '--timezone', 'UTC')
    const part = await report('cost', '--timezone', 'UTC', '--since', '2026-03-28', '--until', '20260829')
    expect(part.daily).toEqual(whole.daily?.filter(({ date }) => date >= '2026-03-28' && date <= '2026-08-29'))
    expect(part.totals.cost).toBeCloseTo(sum(part.daily), 3)
  })

  it('can be limited to one provider', async () => {
    const { totals } = await report('cost', '--provider', 'codex')
    expect(totals.cost).toBe((await costOf('?providers=codex')).total_cost)
  })
})

describe('the cost by week and by month', () => {
  it('is the sum of its days', async () => {
    const { daily, totals } = await report('cost', 'daily', '--timezone', 'UTC', '--until', '2026-09-30')
    const { weekly } = await report('cost', 'weekly', '--timezone', 'UTC', '--until', '2026-09-30')
    const { monthly, totals: all } = await report('cost', 'monthly', '--timezone', 'UTC', '--until', '2026-09-30')
    expect(weekly?.map(({ week }) => week)).toEqual(['2026-03-23', '2026-07-27', '2026-08-31'])
    expect(monthly?.map(({ month }) => month)).toEqual(['2026-03', '2026-07', '2026-09'])
    const march = daily?.filter(({ date }) => date.startsWith('2026-03'))
    expect(monthly?.[0]?.cost).toBeCloseTo(sum(march), 3)
    expect([sum(weekly), all.cost]).toEqual([expect.closeTo(totals.cost, 3), totals.cost])
  })
})

describe('the cost by session', () => {
  it('matches the API for each session, including subagents, and in total', async () => {
    const { sessions = [], totals } = await report('cost', 'session')
    const wanted = await Promise.all(
      [ONE, TWO, CODEX, NOW].map(async (id) => [id, (await costOf(`/${id}`)).total_cost] as const),
    )
    expect(new Map(sessions.map(({ session_id, cost }) => [session_id, cost]))).toEqual(new Map(wanted))
    expect(totals.cost).toBe((await costOf('')).total_cost)
  })

  it.each(['UTC', 'Europe/Rome', 'Pacific/Auckland'])('of a date range matches the cost by day in %s', async (name) => {
    const range = ['--timezone', name, '--since', '2026-03-28', '--until', '2026-03-29']
    const [bySession, byDay] = [await report('cost', 'session', ...range), await report('cost', 'daily', ...range)]
    expect(bySession.totals).toEqual(byDay.totals)
    expect(byDay.totals.cost).toBeGreaterThan(0)
  })
})

describe('the cost by block', () => {
  it('groups all usage into blocks that start at a full hour', async () => {
    const { blocks = [], totals } = await report('cost', 'block', '--timezone', 'UTC', '--until', '2026-04-01')
    expect(blocks.map(({ start }) => start)).toEqual([
      '2026-03-27T22:00:00.000Z',
      '2026-03-28T22:00:00.000Z',
      '2026-03-29T12:00:00.000Z',
      '2026-03-29T21:00:00.000Z',
    ])
    const { totals: days } = await report('cost', '--timezone', 'UTC', '--until', '2026-04-01')
    expect(totals).toEqual(days)
  })

  it('has the burn rate and the projection of the active block', async () => {
    const { blocks = [] } = await report('cost', 'block', '--active')
    expect(blocks.map(({ is_active, total_tokens }) => [is_active, total_tokens])).toEqual([[true, 30_000]])
    expect(blocks[0]?.burn_rate?.tokens_per_minute).toBeCloseTo(1000, 0)
    const { tokens = 0, remaining_minutes = 0 } = blocks[0]?.projection ?? {}
    expect(Math.abs(tokens - 30_000 - 1000 * remaining_minutes)).toBeLessThan(1000)
  })
})

describe('the session report', () => {
  it('lists the sessions of the API in the same order', async () => {
    const { sessions } = await report('sessions')
    expect(sessions).toEqual((await app.get<{ sessions: unknown[] }>('/api/sessions')).sessions)
  })

  it('lists waiting sessions, those that need the user first', async () => {
    await app.hook('SessionStart', { session_id: 'ready', source: 'startup', cwd: '/home/ada/ready' })
    await app.hook('PermissionRequest', { session_id: 'asks', tool_name: 'Bash', tool_input: { command: 'rm -r x' } })
    const background_tasks = [{ id: 'a1', type: 'subagent', status: 'running', description: 'look around' }]
    await app.hook('Stop', { session_id: 'paused', background_tasks })
    await app.settled()
    const { sessions } = await report('waiting')
    expect(sessions?.map(({ id }) => id)).toEqual(['asks', 'ready'])
    expect((await table('waiting')).join('\n')).toMatch(/asks.*waiting for you.*Bash/)
  })
})

describe('a table in the terminal', () => {
  it('has aligned columns, a line of totals, and no colors without a terminal', async () => {
    const lines = await table('cost', '--timezone', 'UTC', '--until', '2026-09-30')
    const ends = new Set(lines.map((line) => line.length))
    expect(ends.size).toBe(1)
    expect(lines.at(-1)).toMatch(/^Total .*\$\d+\.\d\d$/)
    expect(lines.join('')).not.toContain('\u001b')
  })

  it('has colors if they are forced', async () => {
    const env = { SVC_DATA_DIR: join(folder, 'data'), NO_COLOR: '', FORCE_COLOR: '1' }
    const { out } = await runSource(['cost', 'monthly'], env)
    expect(out).toContain('\u001b[1m')
  })

  it.each([[['cost']], [['cost', 'session']], [['cost', 'block']], [['sessions']], [['waiting']]])(
    'of %j fits into 80 columns with --compact',
    async (args) => {
      const name = `${'名'.repeat(60)}\u001b[31mred`
      await app.send(`/api/sessions/${ONE}`, { method: 'PATCH', body: { name } })
      const lines = await table(...args, '--compact')
      expect(lines.length).toBeGreaterThan(2)
      expect(Math.max(...lines.map(wide))).toBeLessThanOrEqual(80)
      expect(lines.join('')).not.toContain('\u001b')
    },
  )

  it('lists the models without a price', async () => {
    expect((await run('cost')).err).toContain('nobodys-model')
  })
})

describe('without a database', () => {
  it('a report is empty, prints what to do, and creates nothing', async () => {
    const nowhere = join(folder, 'nowhere')
    vi.stubEnv('SVC_DATA_DIR', nowhere)
    const { code, out, err } = await run('cost')
    const { out: asked } = await run('cost', 'session', '--json')
    vi.stubEnv('SVC_DATA_DIR', join(folder, 'data'))
    expect([code, out, err]).toEqual([0, '', expect.stringContaining('switchyard start')])
    const json = JSON.parse(asked) as Report
    expect([json.sessions, json.totals.cost]).toEqual([[], 0])
    expect(existsSync(nowhere)).toBe(false)
  })
})

describe('invalid usage', () => {
  it.each([
    [['cost', '--since', 'yesterday'], '--since yesterday'],
    [['cost', '--until', '2026-02-30'], '--until 2026-02-30'],
    [['cost', '--since', '2026-03-02', '--until', '2026-03-01'], 'later than'],
    [['cost', '--timezone', 'Europe/Atlantis'], 'Europe/Atlantis'],
    [['cost', '--provider', 'gemini'], 'gemini'],
    [['sessions', '--limit', 'many'], '--limit many'],
    [['sessions', '--status', 'lost'], '--status lost'],
  ])('%j prints the invalid argument and exits with code 2', async (args, named) => {
    const { code, err } = await run(...args)
    expect([code, err]).toEqual([2, expect.stringContaining(named)])
  })

  it('prints the name of an unknown report', async () => {
    const { code, err } = await runSource(['cost', 'yearly'], { SVC_DATA_DIR: join(folder, 'data') })
    expect([code, err]).toEqual([2, expect.stringContaining('yearly')])
  })
})
