import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { secretsIn } from '../../../../support/accounts/secrets.js'
import { until } from '../../../../support/agents/until.js'
import { openReceiver, type Receiver, status } from '../../../../support/http/receiver.js'
import { newBrowser, signerOf } from '../../../../support/push/browser.js'
import { type App, startApp } from '../../../../support/service/app.js'

interface Refused {
  readonly error: { readonly code: string; readonly field?: string }
}

const folder = mkdtempSync(join(tmpdir(), 'switchyard-push-'))
const vault = (): string => secretsIn(join(folder, 'data'))
let app: App
let service: Receiver
beforeAll(async () => {
  app = await startApp({}, folder)
})
beforeEach(async () => {
  service = await openReceiver()
  service.answer = status(201)
})
afterEach(async () => {
  const { rules } = await app.get<{ rules: { id: string }[] }>('/api/alerts/rules')
  for (const { id } of rules) await app.send(`/api/alerts/rules/${id}`, { method: 'DELETE' })
  service.answer = status(410)
  await send()
  await service.close()
  expect([app.complaints, await hosts()]).toEqual([[], []])
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const subscribe = (body: unknown) => app.send<Refused>('/api/push/subscribe', { method: 'POST', body })
const unsubscribe = (body: unknown) => app.send<Refused>('/api/push/subscribe', { method: 'DELETE', body })
const send = (body: unknown = { title: 'T', body: 'B' }) =>
  app.send<Refused>('/api/push/send', { method: 'POST', body })
const hosts = async () =>
  (await app.get<{ subscriptions: { host: string }[] }>('/api/push/subscriptions')).subscriptions.map(
    ({ host }) => host,
  )
const publicKey = async () => (await app.get<{ publicKey: string }>('/api/push/vapid-public-key')).publicKey
const NOTHING = { needs_me: false, failed: false, finished: false, quiet: null }
const joined = async (path = 'device', notify: object = NOTHING) => {
  const browser = newBrowser(`${service.url}/${path}`)
  expect((await subscribe({ ...browser.subscription, notify })).json).toEqual({ ok: true })
  return browser
}
const RULE = { name: 'Asks', rule_type: 'event_pattern', config: { event_type: 'PermissionRequest' } }
const messagesTo = (path: string) => service.received.filter((message) => message.path === `/${path}`)

describe('the VAPID key of the service', () => {
  it('is generated once and persists across a restart in the vault', async () => {
    const key = await publicKey()
    expect(key).toMatch(/^B[\w-]{86}$/)
    expect(await publicKey()).toBe(key)
    await app.close()
    app = await startApp({}, folder)
    expect(await publicKey()).toBe(key)
    expect(vault()).toContain(key)
  })
})

describe('a message', () => {
  it('is encrypted for one device and signed by the service', async () => {
    const [one, two] = [await joined('one'), await joined('two')]
    expect((await send({ title: 'Waiting', body: 'for you' })).json).toEqual({
      ok: true,
      native: false,
      pushed: 2,
      failed: 0,
    })
    const [first] = messagesTo('one')
    const [second] = messagesTo('two')
    if (first === undefined || second === undefined) throw new Error('not everybody was told')
    for (const message of [one.read(first), two.read(second)])
      expect(message).toEqual({ title: 'Waiting', body: 'for you' })
    expect(() => two.read(first)).toThrow(/./)
    expect(first.body.includes('Waiting')).toBe(false)
    expect(signerOf(first)).toEqual({ key: await publicKey(), audience: service.url })
    expect(first.headers.ttl).toBe('21600')
  })

  it('is truncated to the size that every push service accepts', async () => {
    const browser = await joined()
    await send({ title: '"'.repeat(4000), body: '😀'.repeat(2000) })
    const [message] = messagesTo('device')
    if (message === undefined) throw new Error('nobody was told')
    expect(message.body.length).toBeLessThanOrEqual(4096)
    expect(browser.read(message)).toMatchObject({ body: expect.stringMatching(/^😀+…$/u) })
  })

  it('is sent to nobody without a subscription', async () => {
    expect((await send()).json).toEqual({ ok: true, native: false, pushed: 0, failed: 0 })
  })

  it.each([
    [{ body: 'b' }, 'title'],
    [{ title: ' ', body: 'b' }, 'title'],
    [{ title: 't' }, 'body'],
    [{ title: 't', body: 5 }, 'body'],
    [{ title: 't', body: 'x'.repeat(4001) }, 'body'],
  ])('%j is rejected', async (body, field) => {
    const answer = await send(body)
    expect([answer.status, answer.json.error]).toMatchObject([400, { code: 'INVALID_INPUT', field }])
  })

  it('that a push service rejects counts as failed, and the device stays subscribed', async () => {
    await joined()
    service.answer = status(500)
    expect((await send()).json).toMatchObject({ pushed: 0, failed: 1 })
    expect(await hosts()).toHaveLength(1)
  })

  it('is sent for an alert, with the URL of its session', async () => {
    const browser = await joined()
    await app.send('/api/alerts/rules', { method: 'POST', body: RULE })
    await app.hook('PermissionRequest', { session_id: 'a/b', tool_name: 'Bash', tool_input: { command: 'ls' } })
    const message = await until('the message', () => messagesTo('device')[0])
    expect(browser.read(message)).toMatchObject({
      title: 'Asks',
      body: 'PermissionRequest · Bash',
      url: '/sessions/a%2Fb',
    })
  })
})

describe('a notification without any rule', () => {
  const ask = (session: string) =>
    app.hook('PermissionRequest', { session_id: session, tool_name: 'Bash', tool_input: { command: 'rm -rf x' } })

  it('is in the language of each browser', async () => {
    const [german, english] = [
      await joined('german', { ...NOTHING, needs_me: true, language: 'de' }),
      await joined('english', { ...NOTHING, needs_me: true }),
    ]
    await app.hook('UserPromptSubmit', { session_id: 'asks-both', prompt: 'Clean up' })
    await ask('asks-both')
    const [one, two] = [
      await until('the German message', () => messagesTo('german')[0]),
      await until('the English message', () => messagesTo('english')[0]),
    ]
    expect(german.read(one)).toMatchObject({ title: 'Clean up braucht dich' })
    expect(english.read(two)).toMatchObject({ title: 'Clean up needs you' })
  })

  it('is sent to a new browser when a session needs the user', async () => {
    const browser = newBrowser(`${service.url}/device`)
    await subscribe(browser.subscription)
    await app.hook('UserPromptSubmit', { session_id: 'asks', prompt: 'Clean up' })
    await ask('asks')
    const message = await until('the message', () => messagesTo('device')[0])
    expect(browser.read(message)).toEqual({
      title: 'Clean up needs you',
      body: 'Bash rm -rf x',
      url: '/sessions/asks',
      tag: 'session/asks',
    })
  })

  it('is sent for what a browser has chosen, and changes at once', async () => {
    const browser = await joined('device', { ...NOTHING, failed: true })
    const { endpoint } = browser.subscription
    const fail = (session: string) => app.hook('StopFailure', { session_id: session, error: 'overloaded' })
    await app.hook('UserPromptSubmit', { session_id: 'one', prompt: 'One' })
    await ask('one')
    await fail('one')
    expect(browser.read(await until('the failure', () => messagesTo('device')[0]))).toMatchObject({
      title: 'One failed',
    })
    const patched = await app.send('/api/push/subscribe', { method: 'PATCH', body: { endpoint, notify: NOTHING } })
    expect(patched.status).toBe(200)
    await app.hook('UserPromptSubmit', { session_id: 'two', prompt: 'Two' })
    await fail('two')
    await app.settled()
    await send({ title: 'last', body: 'b' })
    expect(messagesTo('device').map((message) => (browser.read(message) as { title: string }).title)).toEqual([
      'One failed',
      'last',
    ])
  })

  it('is not sent in quiet hours, nor are alerts', async () => {
    const hourFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16)
    const quiet = { from: hourFromNow(-1), to: hourFromNow(1), timezone: 'UTC' }
    const browser = await joined('device', { needs_me: true, failed: true, finished: true, quiet })
    await app.send('/api/alerts/rules', { method: 'POST', body: RULE })
    await ask('quiet')
    await app.settled()
    await send({ title: 'test', body: 'b' })
    expect(messagesTo('device').map(browser.read)).toEqual([{ title: 'test', body: 'b' }])
  })

  it.each([
    [{ from: '25:00', to: '07:00', timezone: 'UTC' }, 'notify.quiet.from'],
    [{ from: '22:00', to: '07:00', timezone: 'Mars' }, 'notify.quiet.timezone'],
  ])('quiet hours %j are rejected', async (quiet, field) => {
    const { subscription } = await joined()
    const body = { endpoint: subscription.endpoint, notify: { ...NOTHING, quiet } }
    const answer = await app.send<Refused>('/api/push/subscribe', { method: 'PATCH', body })
    expect([answer.status, answer.json.error]).toMatchObject([400, { code: 'INVALID_INPUT', field }])
  })
})

describe('a subscription', () => {
  it('with a known endpoint replaces the earlier one and its keys', async () => {
    await joined()
    const again = await joined()
    expect(await hosts()).toEqual([`127.0.0.1:${service.port}`])
    await send()
    expect(messagesTo('device').map(again.read)).toEqual([{ title: 'T', body: 'B' }])
  })

  it('is deleted on request, with its secrets', async () => {
    const { subscription } = await joined('left-for-good')
    expect(vault()).toContain('left-for-good')
    for (let twice = 0; twice < 2; twice++) {
      expect((await unsubscribe({ endpoint: subscription.endpoint })).json).toEqual({ ok: true })
    }
    expect([await hosts(), vault().includes('left-for-good')]).toEqual([[], false])
  })

  it.each([404, 410])('is deleted when its push service answers %i', async (gone) => {
    await joined()
    service.answer = status(gone)
    expect((await send()).json).toMatchObject({ pushed: 0, failed: 1 })
    expect([await hosts(), vault().includes('/device')]).toEqual([[], false])
  })

  it('whose key is not on the curve is deleted at the first message', async () => {
    const browser = newBrowser(`${service.url}/device`)
    const p256dh = `B${'A'.repeat(86)}`
    await subscribe({ ...browser.subscription, keys: { ...browser.subscription.keys, p256dh } })
    expect((await send()).json).toMatchObject({ pushed: 0, failed: 1 })
    expect([await hosts(), service.received]).toEqual([[], []])
  })

  const { subscription } = newBrowser('https://push.example/x')
  it.each([
    ['without an address', { ...subscription, endpoint: undefined }, 'endpoint'],
    ['without keys', { ...subscription, keys: undefined }, 'keys'],
    ['with an invalid address', { ...subscription, endpoint: 'push' }, 'endpoint'],
    ['with an address in the clear', { ...subscription, endpoint: 'http://push.example/x' }, 'endpoint'],
    ['with a file for an address', { ...subscription, endpoint: 'file:///etc/passwd' }, 'endpoint'],
    ['with a name in its address', { ...subscription, endpoint: 'https://a:b@push.example/' }, 'endpoint'],
    ['with a short key', { ...subscription, keys: { ...subscription.keys, p256dh: 'BAAA' } }, 'keys.p256dh'],
    ['with a broken secret', { ...subscription, keys: { ...subscription.keys, auth: 'no' } }, 'keys.auth'],
  ])('%s is rejected', async (_what, body, field) => {
    const answer = await subscribe(body)
    expect([answer.status, answer.json.error]).toMatchObject([400, { code: 'INVALID_INPUT', field }])
    expect(await hosts()).toEqual([])
  })

  it('beyond the limit of 100 replaces the oldest one', async () => {
    for (let n = 0; n <= 100; n++) await joined(`n-${n}`)
    expect(await hosts()).toHaveLength(100)
    await send()
    expect([messagesTo('n-0').length, messagesTo('n-1').length, messagesTo('n-100').length]).toEqual([0, 1, 1])
  })
})
