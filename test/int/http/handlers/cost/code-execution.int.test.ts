import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import { type Use, writeTranscripts } from '../../../../support/pricing/account.js'
import { type App, startApp } from '../../../../support/service/app.js'

type Cost = RouteAnswer<'GET /api/pricing/cost'>

const [MANY, FEW, EARLIER, SEARCHING] = ['many', 'few', 'earlier', 'searching'].map((name) => `session-${name}`)
const usage = (session: string | undefined, at: string, executions: number, more: Partial<Use> = {}): Use => ({
  session: session ?? '',
  model: 'claude-sonnet-4-5',
  at,
  executions,
  ...more,
})

// One hour is 12 requests, and 1550 hours per month are free.
const USES = [
  usage(MANY, '2026-11-01T00:30:00.000Z', 1500 * 12),
  usage(FEW, '2026-11-30T23:30:00.000Z', 500 * 12),
  usage(EARLIER, '2026-10-15T12:00:00.000Z', 1550 * 12),
  usage(SEARCHING, '2026-09-15T12:00:00.000Z', 9000 * 12, { searches: 1 }),
  usage(SEARCHING, '2026-11-15T12:00:00.000Z', 7000 * 12, { model: 'nobodys-model' }),
]
const BILLED = (1500 + 500 - 1550) * 0.05

let app: App
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'switchyard-execution-'))
  writeTranscripts(join(folder, 'claude'), USES)
  app = await startApp({}, folder)
  await app.imported
  await app.settled()
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const costOf = (path = '') => app.get<Cost>(`/api/pricing/cost${path}`)

describe('free code execution', () => {
  it('is decided per message, not by other sessions of the same day', async () => {
    const alone = mkdtempSync(join(tmpdir(), 'switchyard-execution-'))
    const day = '2026-11-12T12:00:00.000Z'
    writeTranscripts(join(alone, 'claude'), [
      usage(MANY, day, 30_000),
      usage(MANY, day, 500, { searches: 2 }),
      usage(SEARCHING, day, 0, { searches: 1 }),
      usage(FEW, day, 700, { searches: 1 }),
    ])
    const other = await startApp({}, alone)
    try {
      await other.imported
      await other.settled()
      const costs = [MANY, SEARCHING, FEW].map((id) => other.get<Cost>(`/api/pricing/cost/${id}`))
      const [many, searching, few] = await Promise.all(costs)
      expect([many, searching, few].map((cost) => cost?.total_cost)).toEqual([47.52, 0.01, 0.01])
      expect(many?.feature_costs).toMatchObject({ code_execution_cost: 47.5, code_execution_hours_estimated: 2500 })
      expect(few?.feature_costs).toMatchObject({ code_execution_cost: 0, code_execution_hours_estimated: 0 })
      for (const zone of ['', '?tz_offset=480']) {
        const { total_cost, feature_costs } = await other.get<Cost>(`/api/pricing/cost${zone}`)
        expect([total_cost, feature_costs.code_execution_cost]).toEqual([47.54, 47.5])
      }
    } finally {
      await other.close()
      rmSync(alone, { recursive: true, force: true })
    }
  })
})

describe('code execution', () => {
  it('costs what the account used beyond the free hours of each month, except free or unpriced use', async () => {
    const { total_cost, feature_costs } = await costOf()
    expect(feature_costs).toEqual({
      web_search_cost: 0.01,
      web_fetch_cost: 0,
      code_execution_cost: BILLED,
      code_execution_hours_estimated: 1500 + 500 + 1550,
      code_execution_free_hours: 1550,
    })
    expect(total_cost).toBeCloseTo(BILLED + 0.01, 9)
  })

  it('is charged to each session in proportion, so that the sessions add up to the total', async () => {
    const costs = await Promise.all([MANY, FEW, EARLIER, SEARCHING].map((id) => costOf(`/${id}`)))
    expect(costs.map(({ total_cost }) => total_cost)).toEqual([BILLED * 0.75, BILLED * 0.25, 0, 0.01])
    expect(costs[0]?.feature_costs).toMatchObject({
      code_execution_cost: BILLED * 0.75,
      code_execution_hours_estimated: 1500,
    })
    const { sessions } = await app.get<{ sessions: { id: string; cost: number }[] }>('/api/sessions?sort_by=price')
    expect(sessions.map(({ id, cost }) => [id, cost])).toEqual([
      [MANY, BILLED * 0.75],
      [FEW, BILLED * 0.25],
      [SEARCHING, 0.01],
      [EARLIER, 0],
    ])
  })

  it('is included in the feature costs and the days, but not in the breakdown', async () => {
    const { breakdown, daily_costs } = await costOf()
    const lines = breakdown.map(({ model, cost, code_execution_requests }) => [model, cost, code_execution_requests])
    expect(lines).toEqual([
      ['claude-sonnet-4-5', 0.01, (1500 + 500 + 1550 + 9000) * 12],
      ['nobodys-model', 0, 7000 * 12],
    ])
    expect(daily_costs.filter(({ cost }) => cost > 0)).toEqual([
      { date: '2026-09-15', cost: 0.01 },
      { date: '2026-11-01', cost: BILLED * 0.75 },
      { date: '2026-11-30', cost: BILLED * 0.25 },
    ])
  })

  it('is billed by month in UTC in every time zone', async () => {
    const { total_cost, daily_costs } = await costOf('?tz_offset=-60')
    expect(total_cost).toBeCloseTo(BILLED + 0.01, 9)
    expect(daily_costs.at(-1)).toEqual({ date: '2026-12-01', cost: BILLED * 0.25 })
  })

  it('is included in the statistics and the metrics', async () => {
    expect((await app.get<{ total_cost: number }>('/api/stats')).total_cost).toBeCloseTo(BILLED + 0.01, 9)
    const { text } = await app.send('/api/metrics')
    expect(Number(/^svc_cost_usd_total (.+)$/m.exec(text)?.[1])).toBeCloseTo(BILLED + 0.01, 9)
  })

  it('is repriced for the whole month when more of it is used', async () => {
    const before = await costOf(`/${MANY}`)
    writeTranscripts(join(folder, 'claude'), [...USES, usage('session-late', '2026-11-20T12:00:00.000Z', 1000 * 12)])
    const path = join(folder, 'claude', 'projects', '-repo', 'session-late.jsonl')
    await app.hook('Stop', { session_id: 'session-late', transcript_path: path })
    await app.settled()
    expect(before.total_cost).toBe(BILLED * 0.75)
    expect((await costOf(`/${MANY}`)).total_cost).toBe((3000 - 1550) * 0.05 * 0.5)
    expect((await costOf()).feature_costs.code_execution_cost).toBeCloseTo((3000 - 1550) * 0.05, 9)
  })
})
