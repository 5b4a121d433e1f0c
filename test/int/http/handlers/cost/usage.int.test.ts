import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { reportCommands } from '../../../../../src/cli/reports/commands.js'
import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import { runHere } from '../../../../support/cli/run.js'
import { type Use, writeRollout, writeTranscripts } from '../../../../support/pricing/account.js'
import { type App, startApp } from '../../../../support/service/app.js'

type Usage = RouteAnswer<'GET /api/usage'>
type Cost = RouteAnswer<'GET /api/insights/cost'>

const SHOP = '11111111-1111-4111-8111-111111111111'
const SHOP_TOO = '22222222-2222-4222-8222-222222222222'
const BLOG = '33333333-3333-4333-8333-333333333333'
const CODEX = '44444444-4444-4444-8444-444444444444'
const SONNET = 'claude-sonnet-4-5'
const OPUS = 'claude-opus-4-8'

const USES: readonly Use[] = [
  { session: SHOP, cwd: '/shop', model: SONNET, at: '2026-03-10T12:00:00.000Z', input: 1003, output: 207 },
  // The night when daylight saving time starts in Rome.
  { session: SHOP, cwd: '/shop', model: SONNET, at: '2026-03-28T23:30:00.000Z', input: 3001, output: 701 },
  { session: SHOP_TOO, cwd: '/shop', model: OPUS, at: '2026-03-29T21:50:00.000Z', output: 40_001, cacheRead: 90_001 },
  { session: SHOP_TOO, cwd: '/shop', agent: 'a1', model: SONNET, at: '2026-03-29T22:10:00.000Z', output: 9001 },
  { session: BLOG, cwd: '/blog', model: 'nobodys-model', at: '2026-03-29T08:00:00.000Z', input: 5, output: 7 },
  { session: BLOG, cwd: '/blog', model: SONNET, at: '2026-03-30T08:00:00.000Z', input: 5, output: 7, fast: true },
]

let app: App
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'switchyard-usage-'))
  writeTranscripts(join(folder, 'claude'), USES)
  writeRollout(join(folder, 'codex'), {
    session: CODEX,
    model: 'gpt-5.4',
    at: '2026-03-29T12:00:00.000Z',
    input: 4001,
    cached: 60_003,
    output: 807,
  })
  vi.stubEnv('SVC_DATA_DIR', join(folder, 'data'))
  app = await startApp({}, folder)
  await app.imported
  await app.settled()
})
afterAll(async () => {
  await app.close()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

const usage = (query = ''): Promise<Usage> => app.get<Usage>(`/api/usage${query}`)
const report = async (...args: readonly string[]) =>
  JSON.parse((await runHere(reportCommands(), [...args, '--json'])).out) as Record<string, unknown>
const costs = (rows: readonly { readonly cost: number }[]): number => rows.reduce((sum, { cost }) => sum + cost, 0)

describe('the usage of a period', () => {
  it.each(['UTC', 'Europe/Rome', 'Pacific/Auckland'])('matches the cost report of the CLI in %s', async (zone) => {
    const told = await report('cost', '--timezone', zone, '--since', '2026-03-28', '--until', '2026-03-29')
    const { days, totals } = await usage(`?timezone=${zone}&since=2026-03-28&until=2026-03-29`)
    const daily = told['daily'] as readonly object[]
    // The report of the CLI lists the models of a day differently.
    expect(days).toMatchObject(daily.map((day) => ({ ...day, models: expect.any(Array) })))
    expect(days).toHaveLength(daily.length)
    expect(totals).toMatchObject(told['totals'] as object)
    expect(totals.cost).toBeGreaterThan(0)
  })

  it('without bounds covers all usage and its total cost', async () => {
    const { total_cost } = await app.get<RouteAnswer<'GET /api/pricing/cost'>>('/api/pricing/cost')
    const { totals, previous, since, until } = await usage()
    expect([totals.cost, totals.sessions, previous, since, until]).toEqual([total_cost, 4, null, null, null])
  })

  it('adds up by day, model and project', async () => {
    const { totals, days, models, projects } = await usage('?timezone=Europe/Rome&since=2026-03-29')
    const parts = [days.flatMap((day) => day.models), days.flatMap((day) => day.projects)]
    for (const rows of [days, models, projects, ...parts]) {
      expect(costs(rows)).toBeCloseTo(totals.cost, 9)
      expect(rows.reduce((sum, { total_tokens }) => sum + total_tokens, 0)).toBe(totals.total_tokens)
    }
  })

  it('lists models with their number of sessions and whether they have a price', async () => {
    const { models } = await usage()
    expect(Object.fromEntries(models.map(({ model, sessions, has_price }) => [model, [sessions, has_price]]))).toEqual({
      [SONNET]: [3, true],
      [OPUS]: [1, true],
      'gpt-5.4': [1, true],
      'nobodys-model': [1, false],
    })
  })

  it('groups sessions by directory into projects, the most expensive first', async () => {
    const { projects } = await usage('?providers=claude')
    expect(projects.map(({ cwd, sessions }) => [cwd, sessions])).toEqual([
      ['/shop', 2],
      ['/blog', 1],
    ])
    expect(projects[0]?.last_activity).toBe('2026-03-29T22:10:00.000Z')
  })

  it('is compared with the same number of days before', async () => {
    const { previous } = await usage('?since=2026-03-28&until=2026-04-15')
    const { totals } = await usage('?since=2026-03-09&until=2026-03-27')
    expect(previous?.cost).toBe(totals.cost)
    expect(previous?.cost).toBeGreaterThan(0)
  })

  it('is empty without usage or for an inverted range', async () => {
    const empty = { days: [], models: [], projects: [], totals: { sessions: 0, cost: 0, total_tokens: 0 } }
    expect(await usage('?since=2020-01-01&until=2020-01-31')).toMatchObject(empty)
    expect(await usage('?since=2026-04-01&until=2026-03-01')).toMatchObject({ ...empty, previous: null })
  })

  it('ignores an invalid time zone or date', async () => {
    expect(await usage('?timezone=Mars/Olympus&since=2026-02-31')).toEqual(await usage())
  })
})

describe('the Cost tab of Insights', () => {
  it.each([
    ['UTC', '2026-03-28T00:00:00Z', '2026-03-30T00:00:00Z'],
    ['Europe/Rome', '2026-03-28T00:00:00+01:00', '2026-03-30T00:00:00+02:00'],
  ])('has the figures of the usage report and of the CLI in %s', async (zone, from, to) => {
    const asked = new URLSearchParams({ timezone: zone, from, to }).toString()
    const tab = await app.get<Cost>(`/api/insights/cost?${asked}`)
    const reported = await usage(`?timezone=${zone}&since=2026-03-28&until=2026-03-29`)
    const told = await report('cost', '--timezone', zone, '--since', '2026-03-28', '--until', '2026-03-29')
    expect(tab).toMatchObject({ totals: reported.totals, days: reported.days, models: reported.models })
    expect(tab.projects).toMatchObject(reported.projects)
    expect(tab.previous).toMatchObject(reported.previous ?? {})
    expect(tab.totals).toMatchObject(told['totals'] as object)
    expect(costs(tab.sessions)).toBeCloseTo(tab.totals.cost, 9)
    expect(tab.totals.cost).toBeGreaterThan(0)
  })

  it('has the figures of the metrics and the statistics without bounds', async () => {
    const { totals } = await app.get<Cost>('/api/insights/cost')
    const { text: metrics } = await app.send('/api/metrics')
    const sum = (name: string): number =>
      [...metrics.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? ([\\d.e+-]+)$`, 'gm'))].reduce(
        (n, [, one]) => n + Number(one),
        0,
      )
    const analytics = await app.get<RouteAnswer<'GET /api/analytics'>>('/api/analytics?from=1970-01-01')
    expect(sum('svc_cost_usd_total')).toBeCloseTo(totals.cost, 9)
    expect(sum('svc_tokens_total')).toBe(totals.total_tokens)
    expect(analytics.total_cost).toBe(totals.cost)
  })

  it('can be narrowed to models, projects and providers', async () => {
    const of = async (query: string) => (await app.get<Cost>(`/api/insights/cost?${query}`)).totals.sessions
    expect(await of('model=claude-opus-4-8')).toBe(1)
    expect(await of('cwd=/blog&cwd=/nowhere')).toBe(1)
    expect(await of('providers=codex')).toBe(1)
  })
})
