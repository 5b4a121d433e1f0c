import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { secretsIn } from '../../../../support/accounts/secrets.js'
import { until } from '../../../../support/agents/until.js'
import { openReceiver, type Receiver, status } from '../../../../support/http/receiver.js'
import { type App, startApp } from '../../../../support/service/app.js'

type Row = Readonly<Record<string, unknown>>
interface Refused {
  readonly error: { readonly code: string; readonly field?: string; readonly message: string }
}

const folder = mkdtempSync(join(tmpdir(), 'switchyard-webhooks-'))
let app: App
let receiver: Receiver
const restart = async (between: () => void = () => undefined): Promise<void> => {
  await app.close()
  between()
  app = await startApp({}, folder)
}
beforeAll(async () => {
  app = await startApp({}, folder)
})
beforeEach(async () => {
  receiver = await openReceiver()
})
afterEach(async () => {
  for (const { id } of await targets()) await app.send(`/api/webhooks/${String(id)}`, { method: 'DELETE' })
  const { rules } = await app.get<{ rules: Row[] }>('/api/alerts/rules')
  for (const { id } of rules) await app.send(`/api/alerts/rules/${String(id)}`, { method: 'DELETE' })
  await receiver.close()
  expect(app.complaints).toEqual([])
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const TOKEN = 'a-very-secret-token'
const HUSH = 'hush-hush'
const mine = (more: object = {}) => ({ name: 'Mine', type: 'generic', url: `${receiver.url}/${TOKEN}`, ...more })
const post = (body: unknown) => app.send<{ target: Row } & Refused>('/api/webhooks', { method: 'POST', body })
const patch = (id: unknown, body: unknown) =>
  app.send<{ target: Row } & Refused>(`/api/webhooks/${String(id)}`, { method: 'PATCH', body })
const made = async (more: object = {}) => (await post(mine(more))).json.target
const targets = async () => (await app.get<{ targets: Row[] }>('/api/webhooks')).targets
const test = (id: unknown) => app.send<Row & Refused>(`/api/webhooks/${String(id)}/test`, { method: 'POST' })
const deliveries = async (id: unknown, query = '') =>
  (await app.get<{ deliveries: Row[] }>(`/api/webhooks/${String(id)}/deliveries${query}`)).deliveries
const rule = async (name = 'Stops') => {
  const body = { name, rule_type: 'event_pattern', config: { event_type: 'Stop' }, cooldown_seconds: 0 }
  return (await app.send<{ rule: { id: string } }>('/api/alerts/rules', { method: 'POST', body })).json.rule.id
}
const alerts = async () => (await app.get<{ alerts: { id: number }[] }>('/api/alerts')).alerts
const stop = async (session = 's') => {
  await app.hook('Stop', { session_id: session })
  await app.settled()
}
const delivered = (id: unknown, count: number) =>
  until('the deliveries', async () => {
    const all = await deliveries(id)
    return all.length >= count && all
  })

describe('a webhook', () => {
  it('is created and listed without its secrets', async () => {
    const answer = await post(mine({ secret: HUSH, headers: { Authorization: `Bearer ${TOKEN}` } }))
    expect(answer.status).toBe(201)
    expect(answer.json.target).toMatchObject({
      name: 'Mine',
      type: 'generic',
      enabled: true,
      url_preview: `127.0.0.1:${receiver.port}/…oken`,
      has_secret: true,
      headers: { Authorization: '••••••••' },
      config: {},
      rule_ids: null,
      last_delivery: null,
    })
    expect(await targets()).toEqual([answer.json.target])
  })

  it('stores its secrets encrypted, in the vault only', async () => {
    const target = await made({ secret: HUSH, headers: { 'x-key': 'header-secret' } })
    await post({ name: 'T', type: 'telegram', config: { bot_token: 'bot-secret', chat_id: '-1' } })
    await patch(target.id, { name: 'Renamed' })
    await rule()
    await stop()
    await delivered(target.id, 1)
    const data = join(folder, 'data')
    expect(statSync(join(data, 'accounts.db')).mode & 0o777).toBe(0o600)
    const held = secretsIn(data)
    for (const secret of [TOKEN, HUSH, 'header-secret', 'bot-secret']) expect(held).toContain(secret)
    await restart(() => {
      const files = readdirSync(data, { withFileTypes: true, recursive: true }).filter((file) => file.isFile())
      for (const { parentPath, name } of files) {
        const bytes = readFileSync(join(parentPath, name), 'latin1')
        expect(/a-very-secret-token|hush-hush|header-secret|bot-secret/.test(bytes), name).toBe(false)
      }
    })
  })

  it.each([
    ['without a name', { name: undefined }, 'name'],
    ['without a type', { type: undefined }, 'type'],
    ['of an unknown type', { type: 'carrier-pigeon' }, 'type'],
    ['without an address', { url: undefined }, 'url'],
    ['with an address of another protocol', { url: 'ftp://example.com' }, 'url'],
    ['with a number for an address', { url: 5 }, 'url'],
    ['of Slack without encryption', { type: 'slack' }, 'url'],
    ['with headers that break the line', { headers: { a: 'b\r\nc: d' } }, 'headers'],
    ['with a list for headers', { headers: ['a'] }, 'headers'],
    ['with an invalid switch', { enabled: 'on' }, 'enabled'],
    ['with rules that are no list', { rule_ids: 'all' }, 'rule_ids'],
    ['without the keys of its service', { type: 'pagerduty', url: null }, 'config.routing_key'],
  ])('%s is rejected', async (_what, change, field) => {
    const answer = await post(mine(change))
    expect([answer.status, answer.json.error]).toMatchObject([400, { code: 'INVALID_INPUT', field }])
    expect(answer.text).not.toContain(TOKEN)
    expect(await targets()).toEqual([])
  })

  it('is updated in the given members only, and keeps its secrets', async () => {
    const target = await made({ secret: HUSH, headers: { 'x-a': '1' } })
    const changed = (await patch(target.id, { name: 'Other', enabled: false, rule_ids: ['r-1', 'r-1'] })).json.target
    const { updated_at: _, ...rest } = target
    expect(changed).toMatchObject({ ...rest, name: 'Other', enabled: false, rule_ids: ['r-1'] })
    expect((await patch(target.id, { rule_ids: [] })).json.target.rule_ids).toBeNull()
    await test(target.id)
    expect(receiver.received[0]).toMatchObject({ path: `/${TOKEN}`, headers: { 'x-a': '1' } })
    expect(receiver.received[0]?.headers['x-webhook-signature']).toMatch(/^sha256=[0-9a-f]{64}$/)
  })

  it('that is missing answers 404 to every request', async () => {
    for (const [method, path] of [
      ['PATCH', '/api/webhooks/x'],
      ['DELETE', '/api/webhooks/x'],
      ['POST', '/api/webhooks/x/test'],
      ['GET', '/api/webhooks/x/deliveries'],
    ] as const) {
      const answer = await app.send<Refused>(path, { method, ...(method === 'PATCH' ? { body: {} } : {}) })
      expect([answer.status, answer.json.error.code], path).toEqual([404, 'NOT_FOUND'])
    }
  })

  it('is deleted with its secrets', async () => {
    const target = await made()
    const answer = await app.send(`/api/webhooks/${String(target.id)}`, { method: 'DELETE' })
    expect(answer.json).toEqual({ ok: true })
    expect(await targets()).toEqual([])
    expect(secretsIn(join(folder, 'data'))).not.toContain(TOKEN)
  })

  it('is rejected beyond the limit of 50', async () => {
    for (let n = 0; n < 50; n++) expect((await post(mine())).status).toBe(201)
    expect((await post(mine())).json.error.code).toBe('INVALID_INPUT')
  })
})

describe('a test delivery', () => {
  it('returns its result and is listed with the deliveries', async () => {
    const target = await made()
    expect((await test(target.id)).json).toEqual({ ok: true, status: 204, attempts: 1, error: null })
    receiver.answer = status(404)
    expect((await test(target.id)).json).toEqual({ ok: false, status: 404, attempts: 1, error: 'HTTP 404' })
    expect(await deliveries(target.id)).toMatchObject([
      { status: 'failed', status_code: 404, alert_id: null, attempts: 1, error: 'HTTP 404', target_name: 'Mine' },
      { status: 'success', status_code: 204, alert_id: null, error: null },
    ])
    expect((await targets())[0]?.last_delivery).toMatchObject({ status: 'failed', status_code: 404 })
    expect(await deliveries(target.id, '?limit=1&offset=1')).toMatchObject([{ status: 'success' }])
  })

  it('does not follow a redirect, because its target is unknown', async () => {
    const target = await made({ headers: { authorization: 'Bearer x' } })
    receiver.answer = status(307, { location: `${receiver.url}/stolen` })
    expect((await test(target.id)).json).toMatchObject({ ok: false, status: 307, attempts: 1 })
    expect(receiver.received.map(({ path }) => path)).toEqual([`/${TOKEN}`])
  })

  it('does not return the response body of the server', async () => {
    const target = await made()
    receiver.answer = (_request, response) => void response.writeHead(500).end('internal words')
    expect((await test(target.id)).text).not.toContain('internal words')
  })
})

describe('an alert', () => {
  it('is delivered to the enabled webhooks that are subscribed to its rule', async () => {
    const [wanted, other] = [await rule('Wanted'), await rule('Other')]
    const all = await made({ name: 'All' })
    const some = await made({ name: 'Some', rule_ids: [wanted] })
    const off = await made({ name: 'Off', enabled: false })
    await stop()
    await delivered(all.id, 2)
    await delivered(some.id, 1)
    const rulesAt = (target: Row) =>
      receiver.received
        .filter(({ headers }) => String(headers['x-webhook-delivery']).startsWith(String(target.id)))
        .map(({ text }) => (JSON.parse(text) as { alert: { rule_id: string } }).alert.rule_id)
    expect([rulesAt(all).toSorted(), rulesAt(some), rulesAt(off)]).toEqual([[wanted, other].toSorted(), [wanted], []])
    const [alert] = (await alerts()).filter((row) => (row as unknown as Row).rule_id === wanted)
    expect(await deliveries(some.id)).toMatchObject([
      { status: 'success', status_code: 204, attempts: 1, alert_id: alert?.id },
    ])
    expect(JSON.parse(receiver.received[0]?.text ?? '')).toMatchObject({
      event: 'alert.triggered',
      source: 'switchyard',
      alert: { session_id: 's', agent_id: 's-main', details: { matched: { event_type: 'Stop' } } },
    })
  })

  it('is not retried after a permanent failure', async () => {
    await rule()
    const target = await made()
    receiver.answer = status(400)
    await stop()
    expect(await delivered(target.id, 1)).toMatchObject([{ status: 'failed', attempts: 1, error: 'HTTP 400' }])
    expect(receiver.received).toHaveLength(1)
  })

  it('is retried after a temporary failure, with the same delivery id', async () => {
    await rule()
    const target = await made()
    receiver.answer = (request, response, one) => {
      receiver.answer = status(200)
      status(503)(request, response, one)
    }
    await stop()
    expect(await delivered(target.id, 1)).toMatchObject([{ status: 'success', attempts: 2 }])
    const [first, second] = receiver.received
    expect(second?.headers['x-webhook-delivery']).toBe(first?.headers['x-webhook-delivery'])
  })

  it('that is pending is listed with its attempts, its error and its next attempt', async () => {
    await rule()
    const target = await made()
    receiver.answer = status(503)
    await stop('one')
    await stop('two')
    const due = async () => (await app.get<{ due: Row[] }>(`/api/webhooks/${String(target.id)}/deliveries`)).due
    const waiting = await until('the first failure', async () => {
      const all = await due()
      return all.length === 2 && all[0]?.attempts === 1 && all
    })
    const [first, second] = (await alerts()).toReversed()
    expect(waiting).toEqual([
      { alert_id: first?.id, attempts: 1, error: 'HTTP 503', next_attempt_at: expect.stringMatching(/^\d{4}-.+Z$/) },
      { alert_id: second?.id, attempts: 0, error: null, next_attempt_at: null },
    ])
    receiver.answer = status(200)
    await delivered(target.id, 2)
    expect(await due()).toEqual([])
  })

  it('that hangs at one webhook does not delay other webhooks or hooks', async () => {
    await rule()
    const hanging = await openReceiver()
    hanging.answer = () => undefined
    const stuck = await made({ url: hanging.url })
    const swift = await made()
    for (let n = 0; n < 3; n++) await stop()
    await delivered(swift.id, 3)
    expect([hanging.received.length, await deliveries(stuck.id)]).toEqual([1, []])
    await hanging.close()
  })

  it('that was being delivered when the service stopped is sent after the next start', async () => {
    await rule()
    await made()
    receiver.answer = () => undefined
    await stop()
    await until('the first try', () => receiver.received.length === 1)
    await restart(() => {
      receiver.answer = status(200)
    })
    const [target] = await targets()
    expect(await delivered(target?.id, 1)).toMatchObject([{ status: 'success' }])
  })

  it('is not delivered after its session is deleted', async () => {
    await rule()
    const target = await made()
    receiver.answer = () => undefined
    await stop('gone')
    await stop('gone')
    await until('the first try', () => receiver.received.length === 1)
    await app.send('/api/sessions/gone', { method: 'DELETE' })
    receiver.answer = status(200)
    await restart()
    expect(await deliveries(target.id)).toEqual([])
    expect(receiver.received).toHaveLength(1)
  })
})

it('the webhook providers are listed', async () => {
  const { providers } = await app.get<{ providers: Row[] }>('/api/webhooks/providers')
  expect(providers.map(({ type }) => type)).toEqual(expect.arrayContaining(['slack', 'discord', 'teams', 'generic']))
})
