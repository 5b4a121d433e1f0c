import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../../../../support/agents/until.js'
import { type App, startApp } from '../../../../support/service/app.js'
import { listenTo } from '../../../../support/service/listener.js'

type Row = Readonly<Record<string, unknown>> & { readonly id: never }
interface Feed {
  readonly alerts: readonly Row[]
  readonly total: number
  readonly unacked: number
  readonly limit: number
  readonly offset: number
}
interface Refused {
  readonly error: { readonly code: string; readonly field?: string }
}

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterEach(async () => {
  for (const { id } of await rules()) await remove(id)
  expect(app.complaints).toEqual([])
})
afterAll(async () => {
  await app.close()
})

const STOPS = { name: 'Stops', rule_type: 'event_pattern', config: { event_type: 'Stop' } }
const rules = async () => (await app.get<{ rules: Row[] }>('/api/alerts/rules')).rules
const post = (body: unknown) => app.send<{ rule: Row } & Refused>('/api/alerts/rules', { method: 'POST', body })
const patch = (id: unknown, body: unknown) =>
  app.send<{ rule: Row } & Refused>(`/api/alerts/rules/${String(id)}`, { method: 'PATCH', body })
const remove = (id: unknown) => app.send<Refused>(`/api/alerts/rules/${String(id)}`, { method: 'DELETE' })
const ack = (id: unknown) => app.send<{ alert: Row } & Refused>(`/api/alerts/${String(id)}/ack`, { method: 'POST' })
const ackAll = () => app.send<{ acknowledged: number }>('/api/alerts/ack-all', { method: 'POST' })
const feed = (query = '') => app.get<Feed>(`/api/alerts${query}`)
const stop = async (session: string) => {
  await app.hook('Stop', { session_id: session })
  await app.settled()
}
const made = async (body: unknown) => (await post(body)).json.rule

describe('a rule', () => {
  it('is created enabled, with a cooldown of 5 minutes by default', async () => {
    const answer = await post({ ...STOPS, name: '  Stops ' })
    expect([answer.status, answer.json.rule]).toMatchObject([
      201,
      { name: 'Stops', rule_type: 'event_pattern', config: { event_type: 'Stop', count: 1 }, enabled: true },
    ])
    expect(answer.json.rule).toMatchObject({ cooldown_seconds: 300 })
    expect(await rules()).toEqual([answer.json.rule])
  })

  it('is listed newest first', async () => {
    for (const name of ['one', 'two', 'three']) await post({ ...STOPS, name })
    expect((await rules()).map(({ name }) => name)).toEqual(['three', 'two', 'one'])
  })

  it.each([
    ['without a name', { ...STOPS, name: undefined }, 'name'],
    ['with an empty name', { ...STOPS, name: '  ' }, 'name'],
    ['with a name of control characters', { ...STOPS, name: 'a\u001b[2Jb' }, 'name'],
    ['with a name that is too long', { ...STOPS, name: 'x'.repeat(201) }, 'name'],
    ['without a type', { ...STOPS, rule_type: undefined }, 'rule_type'],
    ['of an unknown type', { ...STOPS, rule_type: 'weather' }, 'rule_type'],
    ['without a configuration', { ...STOPS, config: undefined }, 'config'],
    ['with a list for a configuration', { ...STOPS, config: [] }, 'config'],
    ['with a configuration that waits for nothing', { ...STOPS, config: {} }, 'config.event_type'],
    ['with the configuration of another type', { ...STOPS, rule_type: 'inactivity' }, 'config.minutes'],
    ['with an invalid switch', { ...STOPS, enabled: 'yes' }, 'enabled'],
    ['with a cooldown below zero', { ...STOPS, cooldown_seconds: -1 }, 'cooldown_seconds'],
    ['with a broken cooldown', { ...STOPS, cooldown_seconds: 1.5 }, 'cooldown_seconds'],
    ['with a cooldown in words', { ...STOPS, cooldown_seconds: '60' }, 'cooldown_seconds'],
    ['with a cooldown of a century', { ...STOPS, cooldown_seconds: 3_153_600_000 }, 'cooldown_seconds'],
  ])('%s is rejected', async (_what, body, field) => {
    const answer = await post(body)
    expect([answer.status, answer.json.error]).toMatchObject([400, { code: 'INVALID_INPUT', field }])
    expect(await rules()).toEqual([])
  })

  it('is updated in the given members only, and never in its type', async () => {
    const rule = await made({ ...STOPS, cooldown_seconds: 0 })
    const changed = (await patch(rule.id, { name: 'Other', rule_type: 'inactivity', config: null })).json.rule
    expect({ ...changed, updated_at: null }).toEqual({ ...rule, name: 'Other', updated_at: null })
    expect(Date.parse(String(changed.updated_at))).toBeGreaterThan(Date.parse(String(rule.updated_at)))
    const again = await patch(rule.id, { enabled: false, cooldown_seconds: 9, config: { tool_name: 'Bash' } })
    expect(again.json.rule).toMatchObject({
      enabled: false,
      cooldown_seconds: 9,
      config: { tool_name: 'Bash', count: 1 },
    })
    expect(await rules()).toEqual([again.json.rule])
  })

  it.each([
    [{ name: '' }, 'name'],
    [{ config: { count: 2 } }, 'config.event_type'],
    [{ enabled: 1 }, 'enabled'],
    [{ cooldown_seconds: -5 }, 'cooldown_seconds'],
  ])('rejects the update %j', async (body, field) => {
    const rule = await made(STOPS)
    const answer = await patch(rule.id, body)
    expect([answer.status, answer.json.error]).toMatchObject([400, { code: 'INVALID_INPUT', field }])
    expect(await rules()).toEqual([rule])
  })

  it('that is missing answers 404 to an update and a deletion', async () => {
    for (const answer of [await patch('nobody', { name: 'x' }), await remove('nobody')]) {
      expect([answer.status, answer.json.error.code]).toEqual([404, 'NOT_FOUND'])
    }
  })

  it('is deleted with its alerts', async () => {
    const [rule, other] = [await made(STOPS), await made({ ...STOPS, name: 'Other' })]
    await stop('cascade')
    expect((await feed()).total).toBe(2)
    expect((await remove(rule.id)).json).toEqual({ ok: true })
    expect((await feed()).alerts).toMatchObject([{ rule_id: other.id }])
  })
})

describe('alerts', () => {
  it('are filtered and counted by source and provider', async () => {
    await made(STOPS)
    await stop('of-claude')
    await app.send('/api/hooks/codex', {
      method: 'POST',
      body: { hook_type: 'Stop', data: { session_id: 'of-codex' } },
    })
    await app.settled()
    const told = async (query: string) => {
      const { alerts, total, unacked } = await feed(query)
      return [alerts.map(({ session_id }) => session_id), total, unacked]
    }
    expect(await told('?providers=claude')).toEqual([['of-claude'], 1, 1])
    expect(await told('?providers=codex&unacked=1')).toEqual([['of-codex'], 1, 1])
    expect(await told('?sources=local')).toEqual([['of-codex', 'of-claude'], 2, 2])
    expect(await told('?sources=elsewhere')).toEqual([[], 0, 0])
  })

  it('are listed newest first, with the name and type that their rule had when they fired', async () => {
    const rule = await made(STOPS)
    await stop('one')
    await patch(rule.id, { name: 'Renamed' })
    await stop('two')
    const { alerts } = await feed()
    expect(alerts).toMatchObject([
      { session_id: 'two', agent_id: 'two-main', rule_name: 'Renamed', message: 'Renamed: Stop' },
      { session_id: 'one', rule_id: rule.id, rule_name: 'Stops', rule_type: 'event_pattern', acknowledged_at: null },
    ])
    expect(JSON.parse(String(alerts[1]?.details))).toEqual({
      matched: { event_type: 'Stop', count: 1 },
      summary: 'Ready for input',
    })
  })

  it('are paged, with the total number', async () => {
    await post({ ...STOPS, cooldown_seconds: 0 })
    for (let n = 0; n < 5; n++) await stop('paged')
    const all = await feed()
    expect([all.total, all.unacked, all.limit, all.offset]).toEqual([5, 5, 50, 0])
    const page = await feed('?limit=2&offset=1')
    expect(page).toEqual({ ...all, alerts: all.alerts.slice(1, 3), limit: 2, offset: 1 })
    expect((await feed('?limit=100000')).limit).toBe(200)
    expect((await feed('?limit=-1&offset=-9')).alerts).toHaveLength(1)
  })

  it('are acknowledged one by one, and only once', async () => {
    await post({ ...STOPS, cooldown_seconds: 0 })
    await stop('acked')
    await stop('acked')
    const [alert] = (await feed()).alerts
    const first = (await ack(alert?.id)).json.alert
    expect(first).toMatchObject({ id: alert?.id, acknowledged_at: expect.stringMatching(/^\d{4}-/) })
    expect((await ack(alert?.id)).json.alert).toEqual(first)
    const open = await feed('?unacked=true')
    expect([open.total, open.unacked, open.alerts.length]).toEqual([1, 1, 1])
    expect(open.alerts[0]?.id).not.toBe(alert?.id)
    expect((await feed()).total).toBe(2)
  })

  it('are acknowledged all at once, without later ones', async () => {
    await post({ ...STOPS, cooldown_seconds: 0 })
    await stop('all')
    await stop('all')
    expect((await ackAll()).json).toEqual({ ok: true, acknowledged: 2 })
    expect((await ackAll()).json).toEqual({ ok: true, acknowledged: 0 })
    await stop('all')
    expect((await feed()).unacked).toBe(1)
  })

  it.each(['999999999', '0', '-1', 'x', '1e3', '99999999999999999999'])(
    'answer 404 to an acknowledgement of the unknown id %s',
    async (id) => {
      const answer = await ack(id)
      expect([answer.status, answer.json.error.code]).toEqual([404, 'NOT_FOUND'])
    },
  )

  it('are announced on the WebSocket when they fire and when they are acknowledged', async () => {
    await post({ ...STOPS, cooldown_seconds: 0 })
    const listener = await listenTo(app.url)
    await stop('told')
    const [alert] = (await feed()).alerts
    const acked = (await ack(alert?.id)).json.alert
    await stop('told')
    await ackAll()
    await until('the last word', () => listener.of('alert_updated').length === 2)
    expect(listener.of('alert_triggered').map(({ data }) => data)).toMatchObject([alert, { session_id: 'told' }])
    expect(listener.of('alert_updated').map(({ data }) => data)).toEqual([acked, { acked_all: true }])
    await listener.close()
  })

  it('are deleted with their session and with all data, but their rules are kept', async () => {
    const rule = await made(STOPS)
    for (const session of ['gone', 'stays']) await stop(session)
    await app.send('/api/sessions/gone', { method: 'DELETE' })
    expect((await feed()).alerts).toMatchObject([{ session_id: 'stays' }])
    await app.send('/api/settings/clear-data', { method: 'POST', body: {} })
    expect([(await feed()).total, await rules()]).toEqual([0, [rule]])
  })

  it('persist across a restart, like their rules', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'switchyard-alerts-'))
    const both = async (running: App) => [await running.get('/api/alerts/rules'), await running.get('/api/alerts')]
    const first = await startApp({}, folder)
    await first.send('/api/alerts/rules', { method: 'POST', body: STOPS })
    await first.hook('Stop', { session_id: 's' })
    await first.settled()
    const before = await both(first)
    await first.close()
    const second = await startApp({}, folder)
    try {
      expect(before[1]).toMatchObject({ total: 1 })
      expect(await both(second)).toEqual(before)
    } finally {
      await second.close()
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

describe('the activity of a rule', () => {
  type Activity = {
    readonly state: string
    readonly alerts_7d: number
    readonly last_alert: Row | null
    readonly cooldown: { readonly sessions: number } | null
  }
  const activity = async () => (await rules())[0]?.['activity'] as Activity | undefined

  it('is watching, fired, cooling down and off', async () => {
    const { id } = await made({ ...STOPS, cooldown_seconds: 600 })
    expect(await activity()).toEqual({ state: 'watching', alerts_7d: 0, last_alert: null, cooldown: null })
    await app.hook('UserPromptSubmit', { session_id: 'busy', prompt: 'Fix it' })
    await stop('busy')
    await stop('busy')
    expect(await activity()).toMatchObject({
      state: 'fired',
      alerts_7d: 1,
      last_alert: { session_id: 'busy', session_name: 'Fix it', message: 'Stops: Stop' },
      cooldown: { sessions: 1 },
    })
    await ackAll()
    expect(await activity()).toMatchObject({ state: 'cooling_down', cooldown: { sessions: 1 } })
    await patch(id, { cooldown_seconds: 0 })
    expect(await activity()).toMatchObject({ state: 'watching', cooldown: null })
    await patch(id, { enabled: false })
    expect(await activity()).toMatchObject({ state: 'off', alerts_7d: 1 })
  })
})

describe('the preview of a rule', () => {
  const preview = async (rule_type: string, config: unknown) =>
    (await app.send<Row & Refused>('/api/alerts/rules/preview', { method: 'POST', body: { rule_type, config } })).json

  it('counts the events and sessions of the last seven days that match', async () => {
    for (const session of ['one', 'two', 'two']) {
      await app.hook('PermissionRequest', {
        session_id: session,
        cwd: `/${session}`,
        tool_name: 'mcp__linear__list',
        tool_input: {},
      })
    }
    await app.settled()
    const counted = async (config: object) => {
      const { matches, sessions, at_least } = await preview('event_pattern', {
        event_type: 'PermissionRequest',
        ...config,
      })
      return [matches, sessions, at_least]
    }
    expect(await counted({})).toEqual([3, 2, false])
    expect(await counted({ tool_name: 'mcp__linear__*' })).toEqual([3, 2, false])
    expect(await counted({ tool_name: 'MCP__Linear__List' })).toEqual([3, 2, false])
    expect(await counted({ tool_name: 'Bash' })).toEqual([0, 0, false])
    expect(await counted({ projects: ['/two'] })).toEqual([2, 1, false])
    expect(await counted({ summary_contains: 'no such text' })).toEqual([0, 0, false])
  })

  it('counts sessions for a cost, nothing for a wait, and names the field that is wrong', async () => {
    expect(await preview('cost', { usd: 0.01 })).toMatchObject({ matches: 0, at_least: false })
    expect(await preview('waiting', { minutes: 5 })).toMatchObject({ matches: null, sessions: null })
    expect((await preview('waiting', {})).error).toMatchObject({ code: 'INVALID_INPUT', field: 'config.minutes' })
  })
})
