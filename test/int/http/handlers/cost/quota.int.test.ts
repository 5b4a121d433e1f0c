import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import { until } from '../../../../support/agents/until.js'
import { writeTranscripts } from '../../../../support/pricing/account.js'
import { type App, startApp } from '../../../../support/service/app.js'
import { event, meta, rolloutPath, rolloutText, write } from '../../../../support/transcripts/rollouts.js'
import { listenTo } from '../../../../support/service/listener.js'
import { countLogged } from '../../../../support/service/log.js'

type Quota = RouteAnswer<'GET /api/quota'>

const MINUTE = 60_000
const inMinutes = (minutes: number): number => Math.round((Date.now() + minutes * MINUTE) / 1000)
// Calculated once: a reset time that changes with the clock is announced too.
const [soon, later] = [inMinutes(60), inMinutes(6000)]
const status = (session_id: string, used: number, more: object = {}) => ({
  session_id,
  model: { display_name: 'Opus 4.8' },
  context_window: { context_window_size: 200_000, used_percentage: used },
  rate_limits: {
    five_hour: { used_percentage: used, resets_at: soon },
    seven_day: { used_percentage: 2 * used, resets_at: later },
  },
  ...more,
})

let folder: string
let app: App
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'switchyard-quota-'))
  app = await startApp({}, folder)
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const tell = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  app.send('/api/statusline', { method: 'POST', body, headers })
const quota = () => app.get<Quota>('/api/quota')

describe('the quota reported by status lines', () => {
  it('has the context of each session and the latest plan limits', async () => {
    await app.hook('UserPromptSubmit', { session_id: 'one', prompt: 'Name me' })
    expect((await tell(status('one', 12.5))).status).toBe(204)
    await tell(status('two', 20))
    const { accounts, sessions } = await quota()
    expect(sessions).toMatchObject([
      { session_id: 'two', session_name: null, context: { used_percentage: 20 } },
      { session_id: 'one', session_name: 'Name me', model: 'Opus 4.8', context: { used_percentage: 12.5 } },
    ])
    expect(accounts).toMatchObject([
      { provider: 'claude', five_hour: { used_percentage: 20 }, seven_day: { used_percentage: 40 } },
    ])
  })

  it('omits a window that has been reset since', async () => {
    const five_hour = { used_percentage: 99, resets_at: inMinutes(-1) }
    await tell(status('one', 20, { rate_limits: { five_hour } }))
    expect((await quota()).accounts).toMatchObject([{ five_hour: null, seven_day: null }])
  })

  it('is not logged as an event, and persists across a restart', async () => {
    const before = countLogged(join(folder, 'data'))
    await tell(status('one', 33))
    expect(countLogged(join(folder, 'data'))).toBe(before)
    await app.close()
    app = await startApp({}, folder)
    expect((await quota()).sessions).toMatchObject([{ session_id: 'one', context: { used_percentage: 33 } }])
  })

  it('is deleted with its session and with all data', async () => {
    await app.hook('UserPromptSubmit', { session_id: 'one', prompt: 'x' })
    await tell(status('one', 33))
    await tell(status('two', 34))
    await app.send('/api/sessions/one', { method: 'DELETE' })
    expect((await quota()).sessions.map(({ session_id }) => session_id)).toEqual(['two'])
    await app.send('/api/settings/clear-data', { method: 'POST' })
    expect((await quota()).sessions).toEqual([])
    await app.close()
    app = await startApp({}, folder)
    expect((await quota()).sessions).toEqual([])
  })

  it('is announced on the WebSocket when a whole percent changes', async () => {
    const listener = await listenTo(app.url)
    for (const used of [10, 10.4, 11]) await tell(status('one', used))
    await until('the second message', () => listener.of('quota_updated').length >= 2)
    await tell(status('two', 50))
    const told = await until('the third message', () => {
      const messages = listener.of('quota_updated')
      return messages.length >= 3 && messages
    })
    expect(told.map(({ data }) => data.sessions[0]?.context.used_percentage)).toEqual([10, 11, 50])
    await listener.close()
  })
})

describe('the burn rate of the last hour', () => {
  it('is the usage since its first quarter-hour, divided by the time since then', async () => {
    await app.close()
    writeTranscripts(join(folder, 'claude'), [
      {
        session: '11111111-1111-4111-8111-111111111111',
        model: 'claude-sonnet-4-5',
        at: new Date().toISOString(),
        output: 1_000_000,
      },
      {
        session: '11111111-1111-4111-8111-111111111111',
        model: 'claude-sonnet-4-5',
        at: new Date(Date.now() - 90 * MINUTE).toISOString(),
        output: 5,
      },
    ])
    app = await startApp({}, folder)
    await app.imported
    const { burn } = await quota()
    expect(burn).toMatchObject({ tokens: 1_000_000, cost: 15 })
    const since = (Date.now() - Date.parse(burn.since)) / MINUTE
    expect(since >= 45 && since <= 61).toBe(true)
    expect(burn.usd_per_hour).toBeGreaterThan(14.5)
    expect(burn.usd_per_hour).toBeLessThanOrEqual(20)
    expect(burn.tokens_per_minute / (burn.usd_per_hour / 60)).toBeCloseTo(1_000_000 / 15, -2)
  })
})

describe('the burn rate of a session', () => {
  it('is its share of the total in the same period', async () => {
    const [one, other, quiet] = ['1', '2', '3'].map((digit) => `${digit.repeat(8)}-1111-4111-8111-111111111111`) as [
      string,
      string,
      string,
    ]
    await app.close()
    const now = new Date().toISOString()
    const model = 'claude-sonnet-4-5'
    writeTranscripts(join(folder, 'claude'), [
      { session: one, model, at: now, output: 1_000_000 },
      { session: one, model, at: new Date(Date.now() - 90 * MINUTE).toISOString(), output: 7_000_000 },
      { session: other, model, at: now, output: 200_000 },
      { session: other, model: 'nobody-knows-it', at: now, output: 5 },
      { session: quiet, model, at: new Date(Date.now() - 90 * MINUTE).toISOString(), output: 1000 },
    ])
    app = await startApp({}, folder)
    await app.imported
    const { burn } = await quota()
    expect(burn.sessions).toMatchObject([
      { session_id: one, cost: 15, unpriced: [] },
      { session_id: other, cost: 3, unpriced: ['nobody-knows-it'] },
    ])
    const rates = burn.sessions.map(({ usd_per_hour }) => usd_per_hour)
    expect(rates[0]).toBeCloseTo(burn.usd_per_hour * (15 / 18), 3)
    expect(rates[1]).toBeCloseTo(burn.usd_per_hour * (3 / 18), 3)
    await app.send(`/api/sessions/${one}`, { method: 'DELETE' })
    expect((await quota()).burn.sessions.map(({ session_id }) => session_id)).toEqual([other])
  })
})

describe('a status line request', () => {
  it('is rejected from a web page, as text, without a session, as invalid JSON or over 64 KB', async () => {
    const one = status('x', 1)
    const answers = [
      await tell(one, { origin: 'https://evil.example' }),
      await tell(one, { 'sec-fetch-site': 'cross-site' }),
      await tell(JSON.stringify(one), { 'content-type': 'text/plain' }),
      await tell({}),
      await tell('{'),
      await tell({ ...one, long: 'x'.repeat(65_536) }),
    ]
    expect(answers.map((answer) => answer.status)).toEqual([403, 403, 415, 400, 400, 413])
    expect((await quota()).sessions).toEqual([])
  })

  it('needs no token', async () => {
    await app.close()
    app = await startApp({ DASHBOARD_TOKEN: 'secret' }, folder)
    expect((await tell(status('one', 1))).status).toBe(204)
    expect((await app.send('/api/quota')).status).toBe(401)
  })
})

describe('the limits that Codex writes into its rollouts', () => {
  const window = (used: number, minutes: number, resets: number) => ({
    used_percent: used,
    window_minutes: minutes,
    resets_at: resets,
  })
  /** Writes a rollout that ends a number of minutes ago. */
  const rollout = (id: string, minutesAgo: number, limits: object): void => {
    const lines = [meta(id), event('token_count', { info: null, rate_limits: limits })]
    write(rolloutPath(join(folder, 'codex'), id), rolloutText(lines, Date.now() - minutesAgo * MINUTE))
  }
  const [OLDER, NEWER] = ['0a9ab4cd-1111-7000-8000-000000000001', '0a9ab4cd-1111-7000-8000-000000000002']
  const codex = async () => (await quota()).accounts.filter(({ provider }) => provider === 'codex')
  const imported = async (): Promise<void> => {
    await app.send('/api/import/rescan', { method: 'POST', body: {} })
    await app.settled()
  }

  it('are shown beside those of Claude Code, the newest of each limit', async () => {
    await tell(status('one', 12))
    const limits = (used: number) => ({
      limit_id: 'codex',
      plan_type: 'plus',
      primary: window(used, 299, soon),
      secondary: window(36, 10_080, later),
    })
    rollout(OLDER, 60, limits(90))
    rollout(NEWER, 30, limits(31))
    await imported()
    const { accounts } = await quota()
    expect(accounts.map(({ provider }) => provider)).toEqual(['claude', 'codex'])
    const ofWindow = (used_percentage: number, resets: number) => ({
      used_percentage,
      resets_at: new Date(resets * 1000).toISOString(),
    })
    expect(accounts[1]).toMatchObject({
      source: 'local',
      limit: 'codex',
      plan: 'plus',
      five_hour: ofWindow(31, soon),
      seven_day: ofWindow(36, later),
      windows: [
        { minutes: 299, ...ofWindow(31, soon) },
        { minutes: 10_080, ...ofWindow(36, later) },
      ],
    })
    const metrics = (await app.send('/api/metrics')).text
    const ratio = (provider: string, limit: string, window: string) =>
      `svc_limit_used_ratio{source="local",provider="${provider}",limit="${limit}",window="${window}"}`
    expect(metrics).toContain(`${ratio('claude', '', '5h')} 0.12\n`)
    expect(metrics).toContain(`${ratio('codex', 'codex', '5h')} 0.31\n`)
    expect(metrics).toContain(`${ratio('codex', 'codex', '7d')} 0.36\n`)
  })

  it('are not shown once their windows have reset, as those of an old history', async () => {
    rollout(OLDER, 60 * 24 * 20, { limit_id: 'codex', primary: window(90, 300, inMinutes(-60 * 24 * 19)) })
    rollout(NEWER, 30, {
      limit_id: 'codex_spark',
      limit_name: 'Spark',
      primary: window(5, 300, inMinutes(-1)),
      secondary: window(7, 43_200, later),
    })
    await imported()
    expect(await codex()).toMatchObject([
      { limit: 'Spark', five_hour: null, seven_day: null, windows: [{ minutes: 43_200, used_percentage: 7 }] },
    ])
  })

  it('are announced, and gone with their session', async () => {
    const listener = await listenTo(app.url)
    rollout(OLDER, 0, { limit_id: 'codex', primary: window(50, 300, soon) })
    await until('the message', () =>
      listener.of('quota_updated').some(({ data }) => data.accounts.some(({ provider }) => provider === 'codex')),
    )
    await listener.close()
    await app.send(`/api/sessions/${OLDER}`, { method: 'DELETE' })
    expect(await codex()).toEqual([])
  })
})
