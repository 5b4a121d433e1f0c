import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openReceiver, type Receiver } from '../../../../support/http/receiver.js'
import { type App, startApp } from '../../../../support/service/app.js'
import { startTeam } from '../../../../support/service/team.js'

const KEY = 'sk-of-the-proxy-0123456789'

let app: App
let proxy: Receiver
let other: Receiver
beforeAll(async () => {
  app = await startApp()
  proxy = await openReceiver()
  other = await openReceiver()
})
afterAll(async () => {
  await app.close()
  await proxy.close()
  await other.close()
})

interface Router {
  readonly name: string
  readonly baseUrl?: string
  readonly hasKey: boolean
  readonly model: string | null
}
type Answer = Readonly<Record<string, unknown>> & {
  readonly router?: Router
  readonly error?: { readonly code: string }
}
const send = async (method: string, path: string, body?: object) =>
  (await app.send<Answer>(`/api/ai-routers${path}`, { method, ...(body === undefined ? {} : { body }) })).json
const list = async () => (await app.get<{ routers: readonly Router[] }>('/api/ai-routers')).routers
const code = ({ error }: Answer): string | undefined => error?.code

beforeEach(async () => {
  for (const { name } of await list()) await send('DELETE', `/${name}`)
  await send('POST', '', { name: 'team', baseUrl: proxy.url, apiKey: KEY, models: { haiku: 'small' } })
})

describe('AI proxies', () => {
  it('are listed without their keys, which are in no file as text', async () => {
    expect(await list()).toMatchObject([{ name: 'team', baseUrl: proxy.url, hasKey: true, model: null, lanes: 0 }])
    expect(code(await send('POST', '', { name: 'team', baseUrl: proxy.url }))).toBe('EEXISTS')
    const data = join(app.folder, 'data')
    for (const name of readdirSync(data, { recursive: true, encoding: 'utf8' })) {
      const text = name.endsWith('.sock') ? '' : readIfFile(join(data, name))
      expect(text.includes(KEY), name).toBe(false)
    }
  })

  it('are changed, and keep their key for the same address only', async () => {
    expect(await send('PATCH', '/team', { model: 'large' })).toMatchObject({
      router: { model: 'large', hasKey: true },
      lanes: [],
    })
    expect(code(await send('PATCH', '/team', { baseUrl: other.url }))).toBe('EBADKEY')
    expect(await send('PATCH', '/team', { baseUrl: other.url, apiKey: 'new-key' })).toMatchObject({
      router: { baseUrl: other.url, hasKey: true },
    })
    expect(await send('PATCH', '/team', { apiKey: null })).toMatchObject({ router: { hasKey: false } })
    expect(code(await send('PATCH', '/none', { model: 'x' }))).toBe('ENOTFOUND')
    expect(await send('DELETE', '/team')).toEqual({ ok: true, lanes: [] })
    expect(code(await send('DELETE', '/team'))).toBe('ENOTFOUND')
  })

  it('are tested with one message of one token, and the saved key goes to its own address only', async () => {
    proxy.answer = (_, response) =>
      response.writeHead(401).end(JSON.stringify({ error: { message: `bad key ${KEY}` } }))
    expect(await send('POST', '/test', { baseUrl: proxy.url, name: 'team' })).toEqual({
      ok: false,
      status: 401,
      message: 'It answered with status 401: bad key …',
    })
    const sent = proxy.received.at(-1)
    expect([sent?.path, sent?.headers['x-api-key']]).toEqual(['/v1/messages', KEY])
    expect(JSON.parse(sent?.text ?? '')).toMatchObject({ max_tokens: 1 })
    expect(code(await send('POST', '/test', { baseUrl: other.url, name: 'team' }))).toBe('EBADKEY')
    expect(code(await send('POST', '/test', { baseUrl: other.url, name: 'none' }))).toBe('ENOTFOUND')
    expect(code(await send('POST', '/test', { baseUrl: 'nonsense' }))).toBe('EBADURL')
    other.answer = (_, response) => response.writeHead(302, { location: `${proxy.url}/v1/messages` }).end()
    const before = proxy.received.length
    expect(await send('POST', '/test', { baseUrl: other.url, apiKey: 'own' })).toMatchObject({ ok: false, status: 302 })
    expect(proxy.received.length).toBe(before)
    expect(other.received.at(-1)?.headers['x-api-key']).toBe('own')
    proxy.answer = (_, response) => response.writeHead(200).end('{}')
    expect(await send('POST', '/test', { baseUrl: `${proxy.url}/`, name: 'team' })).toMatchObject({
      ok: true,
      status: 200,
    })
    expect(await send('POST', '/test', { baseUrl: 'http://127.0.0.1:1' })).toMatchObject({ ok: false, status: null })
    expect(await send('POST', '/test', { baseUrl: 'http://169.254.169.254' })).toMatchObject({
      ok: false,
      status: null,
    })
  })
})

const readIfFile = (path: string): string => {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}

it('are named to members, without their addresses', async () => {
  const team = await startTeam()
  const body = { name: 'team', baseUrl: proxy.url, apiKey: KEY }
  expect((await team.as('ada', '/api/ai-routers', { method: 'POST', body })).status).toBe(201)
  const seen = async (name: 'grace' | 'ann') =>
    (await team.as<{ routers: readonly Router[] }>(name, '/api/ai-routers')).json.routers[0]
  expect(await seen('grace')).toEqual({ name: 'team', model: null, models: {}, hasKey: true })
  expect(await seen('ann')).toMatchObject({ baseUrl: proxy.url })
  const tested = await team.as<Answer>('ann', '/api/ai-routers/test', { method: 'POST', body: { baseUrl: proxy.url } })
  expect(code(tested.json)).toBe('EADMIN')
  await team.close()
})
