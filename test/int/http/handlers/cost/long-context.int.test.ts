import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DATABASE_FILE } from '../../../../../src/adapters/sqlite/open.js'
import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import { until } from '../../../../support/agents/until.js'
import { type Use, writeRollout, writeTranscripts } from '../../../../support/pricing/account.js'
import { type App, startApp } from '../../../../support/service/app.js'

type Cost = RouteAnswer<'GET /api/pricing/cost'>

const CLAUDE = 'claude-session'
const SONNET = 'claude-sonnet-4-5'
const AT = '2026-11-05T12:00:00.000Z'
const codex = (n: number): string => `0000000${n}-0000-4000-8000-000000000000`

// [session, fresh, cached, output, USD]
const ROLLOUTS = [
  [codex(1), 400_000, 0, 1000, 2.0225],
  [codex(2), 272_000, 0, 1000, 0.695],
  [codex(3), 271_999, 1, 1000, 0.69499775],
  [codex(4), 272_001, 0, 1000, 1.382505],
  [codex(5), 1, 272_000, 0, 0.136005],
] as const
// Above 200,000 prompt tokens, the long-context rates of 6/22.5 apply to the whole request.
const USES: readonly Use[] = [
  { session: CLAUDE, model: SONNET, at: AT, input: 100_000, cacheRead: 99_000, written5m: 1000, output: 1000 },
  { session: CLAUDE, model: SONNET, at: AT, input: 100_001, cacheRead: 99_000, written5m: 1000, output: 1000 },
]
const SHORT = 0.3 + 0.0297 + 0.00375 + 0.015
const LONG = 0.600006 + 0.0594 + 0.0075 + 0.0225

let folder: string
let app: App
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'switchyard-long-'))
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const start = async (): Promise<void> => {
  app = await startApp({}, folder)
  await app.imported
  await app.settled()
}
const startWith = (uses: readonly Use[]): Promise<void> => {
  writeTranscripts(join(folder, 'claude'), uses)
  return start()
}
const costOf = (path = '') => app.get<Cost>(`/api/pricing/cost${path}`)
const put = (path: string, body: unknown) => app.send<{ pricing: object }>(path, { method: 'PUT', body })
const inSteps = (rows: readonly { readonly cost: number }[]): number =>
  rows.reduce((sum, { cost }) => sum + Math.round(cost * 1e10), 0)

describe('a request with a long context', () => {
  beforeEach(async () => {
    writeTranscripts(join(folder, 'claude'), USES)
    for (const [session, input, cached, output] of ROLLOUTS) {
      writeRollout(join(folder, 'codex'), { session, model: 'gpt-5.4', at: AT, input, cached, output })
    }
    await start()
  })

  it.each(ROLLOUTS)('of gpt-5.4 in session %s: %i fresh, %i cached, %i output cost %d USD', async (id, ...counts) => {
    const usd = counts[3]
    const { sessions } = await app.get<{ sessions: { id: string; cost: number }[] }>('/api/sessions')
    expect((await costOf(`/${id}`)).total_cost).toBe(usd)
    expect((await costOf(`/${id}?tz_offset=-345`)).total_cost).toBe(usd)
    expect(sessions.find((row) => row.id === id)?.cost).toBe(usd)
  })

  it('of Claude is priced entirely at the long rates above 200,000 prompt tokens', async () => {
    const { breakdown, total_cost } = await costOf(`/${CLAUDE}`)
    expect(breakdown.map(({ context_size, cost, input_tokens }) => [context_size, cost, input_tokens])).toEqual([
      ['long', LONG, 100_001],
      ['short', SHORT, 100_000],
    ])
    expect(total_cost).toBeCloseTo(SHORT + LONG, 10)
  })

  it('costs the same in every route and time zone, and the parts add up', async () => {
    const all = await costOf()
    expect(inSteps([{ cost: all.total_cost }])).toBe(
      inSteps([...ROLLOUTS.map(([, , , , cost]) => ({ cost })), { cost: SHORT }, { cost: LONG }]),
    )
    const far = await costOf('?tz_offset=480')
    const stats = await app.get<{ total_cost: number }>('/api/stats')
    const { totals } = await app.get<RouteAnswer<'GET /api/usage'>>('/api/usage?timezone=Asia/Kathmandu')
    expect([far.total_cost, stats.total_cost, totals.cost]).toEqual(Array.from({ length: 3 }, () => all.total_cost))
    for (const { breakdown, daily_costs, total_cost } of [all, far]) {
      expect([inSteps(breakdown), inSteps(daily_costs)]).toEqual([
        Math.round(total_cost * 1e10),
        Math.round(total_cost * 1e10),
      ])
    }
  })

  it('is repriced immediately, including history, when its rates change', async () => {
    const rates = { short_input_per_mtok: 2, short_output_per_mtok: 15, long_input_per_mtok: 4 }
    const answer = await put('/api/pricing/gpt', { model_pattern: 'gpt-5.4%', display_name: 'GPT-5.4', ...rates })
    expect([answer.status, answer.json.pricing]).toMatchObject([200, rates])
    expect((await costOf(`/${codex(1)}`)).total_cost).toBe(1.6 + 0.015)
    expect((await costOf(`/${codex(2)}`)).total_cost).toBe(0.544 + 0.015)
    const flat = { model_pattern: SONNET, display_name: 'Flat', input_per_mtok: 1 }
    await put('/api/pricing', { ...flat, long_input_per_mtok: 10, provider: 'codex' })
    expect((await costOf(`/${CLAUDE}`)).total_cost).toBe(0.200001)
    await put('/api/pricing', { ...flat, long_input_per_mtok: 10, provider: 'claude' })
    expect((await costOf(`/${CLAUDE}`)).total_cost).toBe(1.10001)
    await app.send('/api/settings/reset-pricing', { method: 'POST' })
    expect((await costOf(`/${codex(1)}`)).total_cost).toBe(2.0225)
  })
})

describe('a message reported by several lines', () => {
  it('moves to the long-context rates with the line that makes its prompt long', async () => {
    const line = { session: CLAUDE, message: 'msg_grown', model: SONNET, at: AT }
    await startWith([{ ...line, input: 150_000 }])
    expect((await costOf()).total_cost).toBe(0.45)
    writeTranscripts(join(folder, 'claude'), [
      { ...line, input: 150_000 },
      { ...line, input: 150_000, cacheRead: 100_000 },
    ])
    await app.hook('Stop', {
      session_id: CLAUDE,
      transcript_path: join(folder, 'claude', 'projects', '-repo', `${CLAUDE}.jsonl`),
    })
    await app.settled()
    const { breakdown, total_cost } = await costOf()
    expect([total_cost, (await costOf(`/${CLAUDE}`)).total_cost]).toEqual([0.96, 0.96])
    expect(breakdown.map(({ context_size, input_tokens }) => [context_size, input_tokens])).toEqual([['long', 150_000]])
  })
})

describe('a token row of a bundle', () => {
  it('is priced at the long rates only if it is marked long', async () => {
    await start()
    const row = { session_id: 'sums', model: 'gpt-5.4', input_tokens: 1_000_000 }
    const bundle = {
      format: 'ccam-export',
      version: 2,
      sessions: [{ id: 'sums', provider: 'codex', status: 'completed', started_at: AT }],
      token_usage: [row, { ...row, context_size: 'long' }],
    }
    const form = new FormData()
    form.append('file', new Blob([JSON.stringify(bundle)]), 'bundle.json')
    expect((await fetch(`${app.url}/api/settings/import`, { method: 'POST', body: form })).status).toBe(200)
    await app.settled()
    const { breakdown } = await costOf('/sums')
    expect(breakdown.map(({ context_size, cost }) => [context_size, cost])).toEqual([
      ['long', 5],
      ['short', 2.5],
    ])
    const exported = await app.send<{ token_usage: { context_size: string }[] }>('/api/settings/export')
    expect(exported.json.token_usage.map(({ context_size }) => context_size)).toEqual(['short', 'long'])
  })
})

describe('a database of a release without long-context rates', () => {
  it('is rebuilt with its custom rules', async () => {
    await startWith([{ session: CLAUDE, model: 'openai/gpt-5.4', at: AT, input: 400_000 }])
    const rates = { short_input_per_mtok: 2.5, long_input_per_mtok: 5 }
    await put('/api/pricing/gpt', { model_pattern: 'openai/gpt-5%', display_name: 'Proxy', ...rates })
    await put('/api/pricing/gpt', { model_pattern: 'gpt-mine%', display_name: 'Mine', ...rates })
    expect((await costOf()).total_cost).toBe(2)
    await app.close()
    const database = new Database(join(folder, 'data', DATABASE_FILE))
    database.exec(`update log set schema = 1, data = json_remove(data, '$.provider', '$.long') where type = 'pricing-rule-set';
      update projection_state set version = version - 1 where name in ('pricing', 'usage')`)
    database.close()
    app = await startApp({}, folder)
    // The older tables are read until the rebuild is done.
    await until(
      'the rebuild',
      async () => (await app.get<RouteAnswer<'GET /api/health'>>('/api/health')).rebuilding === undefined,
    )
    expect((await costOf()).total_cost).toBe(1)
    const { pricing } = await app.get<RouteAnswer<'GET /api/pricing'>>('/api/pricing')
    const own = pricing.filter(({ is_default }) => !is_default)
    expect(Object.fromEntries(own.map(({ model_pattern, provider }) => [model_pattern, provider]))).toEqual({
      'gpt-mine%': 'codex',
      'openai/gpt-5%': 'claude',
    })
  })
})
