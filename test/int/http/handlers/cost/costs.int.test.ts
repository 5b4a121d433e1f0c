import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import { type Use, writeRollout, writeTranscripts } from '../../../../support/pricing/account.js'
import { billOf, Fraction, type Rates, sumOf } from '../../../../support/pricing/bill.js'
import { type App, startApp } from '../../../../support/service/app.js'

type Cost = RouteAnswer<'GET /api/pricing/cost'>

const ONE = '11111111-1111-4111-8111-111111111111'
const TWO = '22222222-2222-4222-8222-222222222222'
const CODEX = '33333333-3333-4333-8333-333333333333'

const SONNET: Rates = { input: '3', output: '15', cacheRead: '0.3', written5m: '3.75', written1h: '6' }
const FAST_OPUS: Rates = { input: '10', output: '50', cacheRead: '1', written5m: '12.5', written1h: '20' }
const TERRA: Rates = { input: '2', output: '12', cacheRead: '0.2', written5m: '2.5', written1h: '0' }
const INTRO: Rates = { input: '2.5', output: '15', cacheRead: '0.25', written5m: '3.125', written1h: '0' }
const GPT: Rates = { input: '2.5', output: '15', cacheRead: '0.25', written5m: '0', written1h: '0' }

const BILLED: readonly (readonly [Use, Rates])[] = [
  [
    {
      session: ONE,
      model: 'claude-sonnet-4-5-20250929',
      at: '2026-11-01T23:30:00.000Z',
      input: 1003,
      output: 207,
      cacheRead: 98_765,
      written5m: 4321,
      written1h: 1234,
    },
    SONNET,
  ],
  [
    {
      session: ONE,
      model: 'claude-sonnet-4-5-20250929',
      at: '2026-11-02T00:30:00.000Z',
      input: 777,
      output: 91,
      searches: 3,
    },
    SONNET,
  ],
  [
    {
      session: ONE,
      agent: 'a1',
      model: 'claude-opus-4-8',
      at: '2026-11-02T00:40:00.000Z',
      input: 501,
      output: 3003,
      cacheRead: 70_007,
      written5m: 903,
      written1h: 11,
      fast: true,
    },
    FAST_OPUS,
  ],
  [
    { session: TWO, model: 'claude-sonnet-4-5', at: '2026-11-03T10:00:00.000Z', input: 12_345, output: 678, us: true },
    SONNET,
  ],
  [
    { session: TWO, model: 'claude-sonnet-4-5', at: '2026-11-03T10:10:00.000Z', input: 1, output: 99_999, batch: true },
    SONNET,
  ],
  [
    {
      session: TWO,
      model: 'claude-sonnet-4-5',
      at: '2026-11-03T10:20:00.000Z',
      input: 31,
      output: 1007,
      written1h: 333,
      us: true,
      batch: true,
      searches: 1,
    },
    SONNET,
  ],
  [{ session: TWO, model: 'gpt-5.6-terra', at: '2026-07-29T23:59:59.000Z', input: 200_001, output: 17 }, INTRO],
  [{ session: TWO, model: 'gpt-5.6-terra', at: '2026-07-30T00:00:01.000Z', input: 200_001, output: 17 }, TERRA],
]
const UNPRICED: Use = {
  session: TWO,
  model: 'nobodys-model',
  at: '2026-11-04T12:00:00.000Z',
  input: 5,
  output: 7,
  searches: 9,
}
const ROLLOUT = {
  session: CODEX,
  model: 'gpt-5.4',
  at: '2026-11-05T12:00:00.000Z',
  input: 4001,
  cached: 60_003,
  output: 807,
}

const claudeBill = (session: string): Fraction =>
  sumOf(BILLED.filter(([use]) => use.session === session).map(([use, rates]) => billOf(use, rates)))
const codexBill = billOf({ ...ROLLOUT, cacheRead: ROLLOUT.cached }, GPT)
const BILL: Readonly<Record<string, Fraction>> = { [ONE]: claudeBill(ONE), [TWO]: claudeBill(TWO), [CODEX]: codexBill }
const TOTAL = sumOf(Object.values(BILL))

let app: App
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'switchyard-costs-'))
  writeTranscripts(join(folder, 'claude'), [...BILLED.map(([use]) => use), UNPRICED])
  writeRollout(join(folder, 'codex'), ROLLOUT)
  app = await startApp({}, folder)
  await app.imported
  await app.settled()
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const costOf = (path = '') => app.get<Cost>(`/api/pricing/cost${path}`)
const put = (body: object) => app.send('/api/pricing', { method: 'PUT', body })
const metric = async (): Promise<number> =>
  Number(/^svc_cost_usd_total (.+)$/m.exec((await app.send('/api/metrics')).text)?.[1])

describe('a bill calculated by hand', () => {
  it('matches the total of the cost route, the statistics and the metrics', async () => {
    const stats = await app.get<{ total_cost: number }>('/api/stats')
    expect([(await costOf()).total_cost, stats.total_cost]).toEqual([TOTAL.shown, TOTAL.shown])
    expect(await metric()).toBe(TOTAL.shown)
  })

  it.each([ONE, TWO, CODEX])('matches session %s in the cost route, the session and the list', async (id) => {
    const shown = BILL[id]?.shown
    const { session } = await app.get<{ session: { cost: number } }>(`/api/sessions/${id}`)
    const { sessions } = await app.get<{ sessions: { id: string; cost: number }[] }>('/api/sessions')
    const listed = sessions.find((row) => row.id === id)
    expect([(await costOf(`/${id}`)).total_cost, session.cost, listed?.cost]).toEqual([shown, shown, shown])
  })

  it('is the sum of the breakdown and of the days, to 10 decimal places', async () => {
    const { breakdown, daily_costs } = await costOf()
    const sum = (rows: readonly { readonly cost: number }[]) =>
      rows.reduce((total, { cost }) => total + Math.round(cost * 1e10), 0) / 1e10
    expect(sum(breakdown)).toBe(TOTAL.shown)
    expect(sum(daily_costs)).toBe(TOTAL.shown)
  })

  it('matches a subagent, priced by its own model', async () => {
    const { agents } = await app.get<{ agents: { type: string; cost: number }[] }>(`/api/sessions/${ONE}/agents`)
    const own = sumOf(BILLED.filter(([use]) => use.agent === 'a1').map(([use, rates]) => billOf(use, rates)))
    expect(agents.filter(({ type }) => type === 'subagent').map(({ cost }) => cost)).toEqual([own.shown])
  })
})

describe('the breakdown', () => {
  it('has a row for each model, region and tier with its matched rule, most expensive first', async () => {
    const { breakdown } = await costOf(`/${TWO}`)
    const lines = breakdown.map((line) => [line.model, line.inference_geo, line.service_tier, line.matched_rule])
    expect(new Set(lines.map(String))).toEqual(
      new Set(
        [
          ['gpt-5.6-terra', 'global', 'standard', 'gpt-5.6-terra%'],
          ['claude-sonnet-4-5', 'us', 'standard', 'claude-sonnet-4-5%'],
          ['claude-sonnet-4-5', 'global', 'batch', 'claude-sonnet-4-5%'],
          ['claude-sonnet-4-5', 'us', 'batch', 'claude-sonnet-4-5%'],
          ['nobodys-model', 'global', 'standard', null],
        ].map(String),
      ),
    )
    const costs = breakdown.map(({ cost }) => cost)
    expect(costs).toEqual(costs.toSorted((a, b) => b - a))
  })

  it('counts every kind of token', async () => {
    const { breakdown } = await costOf(`/${ONE}`)
    expect(breakdown.find(({ speed }) => speed === 'fast')).toEqual({
      model: 'claude-opus-4-8',
      speed: 'fast',
      context_size: 'short',
      inference_geo: 'global',
      service_tier: 'standard',
      input_tokens: 501,
      output_tokens: 3003,
      cache_read_tokens: 70_007,
      cache_write_tokens: 914,
      cache_write_1h_tokens: 11,
      web_search_requests: 0,
      web_fetch_requests: 0,
      code_execution_requests: 0,
      cost: BILLED.filter(([use]) => use.fast).map(([use, rates]) => billOf(use, rates).shown)[0],
      matched_rule: 'claude-opus-4-8%',
      assumed: false,
    })
  })

  it('lists models without a rule as unpriced, at no cost for tokens or searches', async () => {
    const { breakdown, unpriced_models, feature_costs } = await costOf()
    expect(unpriced_models).toEqual([
      { model: 'nobodys-model', input_tokens: 5, output_tokens: 7, cache_read_tokens: 0, cache_write_tokens: 0 },
    ])
    expect(breakdown.find(({ model }) => model === 'nobodys-model')).toMatchObject({ cost: 0, matched_rule: null })
    expect(feature_costs.web_search_cost).toBe(0.04)
  })

  it('lists unpriced models in the statistics and the session list too', async () => {
    const stats = await app.get<RouteAnswer<'GET /api/stats'>>('/api/stats')
    const { sessions } = await app.get<RouteAnswer<'GET /api/sessions'>>('/api/sessions')
    const lacking = Object.fromEntries(sessions.map(({ id, unpriced }) => [id, unpriced]))
    expect(stats).toMatchObject({ unpriced: ['nobodys-model'], unpriced_today: [] })
    expect(lacking).toEqual({ [ONE]: [], [TWO]: ['nobodys-model'], [CODEX]: [] })
  })

  it('prices unpriced models by a generic rule once one is added', async () => {
    await put({ model_pattern: '%', display_name: 'Anything', input_per_mtok: 200_000 })
    const { breakdown, unpriced_models } = await costOf(`/${TWO}`)
    await app.send('/api/pricing/%25', { method: 'DELETE' })
    expect(unpriced_models).toEqual([])
    expect(breakdown.find(({ model }) => model === 'nobodys-model')).toMatchObject({ cost: 1.09, matched_rule: '%' })
  })
})

describe('the days', () => {
  const bill = (...uses: readonly number[]): number =>
    sumOf(uses.map((n) => BILLED[n]).flatMap((entry) => (entry === undefined ? [] : [billOf(...entry)]))).shown

  it.each([
    [
      0,
      [
        ['2026-11-01', bill(0)],
        ['2026-11-02', bill(1, 2)],
      ],
    ],
    [-60, [['2026-11-02', bill(0, 1, 2)]]],
    [480, [['2026-11-01', bill(0, 1, 2)]]],
    [-330, [['2026-11-02', bill(0, 1, 2)]]],
    // An offset between two quarter-hours uses the start of the quarter-hour, for one session and in total.
    [40, [['2026-11-01', bill(0, 1, 2)]]],
  ])("of a session are grouped in the caller's time zone: tz_offset %i", async (offset, days) => {
    const { daily_costs } = await costOf(`/${ONE}?tz_offset=${offset}`)
    expect(daily_costs.map(({ date, cost }) => [date, cost])).toEqual(days)
    const all = (await costOf(`?tz_offset=${offset}`)).daily_costs
    expect(all.filter(({ date }) => days.some(([day]) => day === date)).map(({ date, cost }) => [date, cost])).toEqual(
      days,
    )
  })

  it('are unique and in order', async () => {
    const dates = (await costOf('?tz_offset=-330')).daily_costs.map(({ date }) => date)
    expect(dates).toEqual([...new Set(dates)].toSorted())
  })

  it('do not affect the price: an introductory rate ends with its day in UTC', async () => {
    for (const offset of [0, 480, -480]) expect((await costOf(`?tz_offset=${offset}`)).total_cost).toBe(TOTAL.shown)
  })
})

describe('the scope', () => {
  it.each([
    ['providers=codex', codexBill],
    ['providers=claude', sumOf([claudeBill(ONE), claudeBill(TWO)])],
    ['providers=claude,codex&sources=local', TOTAL],
    ['sources=elsewhere', Fraction.of('0')],
  ])('%s', async (query, bill) => {
    for (const zone of ['', '&tz_offset=-330']) {
      expect((await costOf(`?${query}${zone}`)).total_cost).toBe(bill.shown)
    }
  })

  it.each(['providers=codex', 'sources=elsewhere'])('a session outside %s is not found', async (query) => {
    expect((await app.send(`/api/pricing/cost/${ONE}?${query}`)).status).toBe(404)
  })
})

describe('a change of one rule', () => {
  const TENFOLD = {
    model_pattern: 'claude-sonnet-4-5%',
    display_name: 'Sonnet',
    input_per_mtok: 30,
    output_per_mtok: 150,
  }
  const reset = () => app.send('/api/settings/reset-pricing', { method: 'POST', body: {} })

  it('reprices all history immediately in every route, and a reset restores the costs', async () => {
    const before = await costOf()
    await put(TENFOLD)
    const dearer = sumOf([
      ...BILLED.map(([use, rates]) => billOf(use, rates === SONNET ? TEN_TIMES : rates)),
      codexBill,
    ])
    const { sessions } = await app.get<{ sessions: { cost: number }[] }>('/api/sessions')
    const stats = await app.get<{ total_cost: number }>('/api/stats')
    expect([(await costOf()).total_cost, stats.total_cost]).toEqual([dearer.shown, dearer.shown])
    expect(sessions.reduce((sum, { cost }) => sum + cost, 0)).toBeCloseTo(dearer.shown, 9)
    await reset()
    expect(await costOf()).toEqual(before)
  })

  const TEN_TIMES: Rates = { input: '30', output: '150', cacheRead: '0', written5m: '0', written1h: '0' }

  it('never decreases the counter of the metrics', async () => {
    await metric()
    await put({ ...TENFOLD, input_per_mtok: 0, output_per_mtok: 0 })
    const atLeast = await metric()
    expect((await costOf()).total_cost).toBeLessThan(atLeast)
    expect(atLeast).toBeGreaterThanOrEqual(TOTAL.shown)
    await reset()
    expect(await metric()).toBeGreaterThan(atLeast)
  })
})
