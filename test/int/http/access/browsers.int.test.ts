import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { permissionNamed } from '../../../../src/domain/access/permission.js'
import { contract } from '../../../../src/http/contract/index.js'
import type { Endpoint } from '../../../../src/http/contract/endpoint.js'
import { type App, startApp } from '../../../support/service/app.js'

const code = ({ json }: { readonly json: unknown }) => (json as { error: { code: string } }).error.code
const declared = Object.entries(contract) as [string, Endpoint][]
const pathOf = (key: string) => (key.split(' ')[1] ?? '').replaceAll(/:\w+/g, '1')

const socketStatus = (url: string, path: string, headers: Record<string, string>): Promise<number> =>
  new Promise((resolve) => {
    const socket = new WebSocket(url.replace('http', 'ws') + path, { headers })
    socket.on('open', () => {
      resolve(101)
      socket.terminate()
    })
    socket.on('unexpected-response', (_request, response) => {
      resolve(response.statusCode ?? 0)
      socket.terminate()
    })
    socket.on('error', () => undefined)
  })

/** Sends a request line as is, which no client does, and returns the status and the text of the response. */
const raw = (app: App, line: string, headers = ''): Promise<{ readonly status: number; readonly text: string }> =>
  new Promise((resolve, reject) => {
    const { port } = new URL(app.url)
    const socket = connect(Number(port), '127.0.0.1')
    let text = ''
    socket.on('data', (chunk) => (text += chunk.toString()))
    socket.on('error', reject)
    socket.on('close', () => resolve({ status: Number(text.split(' ')[1]), text }))
    socket.write(`${line} HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: close\r\n${headers}\r\n`)
  })

let app: App
let own: App
beforeAll(async () => {
  app = await startApp({ DASHBOARD_ALLOWED_HOSTS: 'yard.example' })
  own = await startApp({ DASHBOARD_ALLOWED_HOSTS: 'yard.example', DASHBOARD_ORIGINS: 'own' })
})
afterAll(() => Promise.all([app.close(), own.close()]))

describe('a request that a browser marks as cross-site', () => {
  const reads = declared.filter(
    ([key, { access, embedded }]) =>
      key.startsWith('GET') && permissionNamed(access).entry === 'guarded' && embedded !== true,
  )

  it.each(reads.map(([key]) => key))('is refused without an Origin: %s', async (key) => {
    const answer = await app.send(pathOf(key), { headers: { 'sec-fetch-site': 'cross-site' } })
    expect([answer.status, code(answer)]).toEqual([403, 'EBADORIGIN'])
  })

  it.each([
    ['POST', '/api/sessions'],
    ['POST', '/api/lanes/ensure'],
    ['DELETE', '/api/sessions/x'],
  ])('is refused without an Origin if it changes something: %s %s', async (method, path) => {
    const answer = await app.send(path, { method, body: {}, headers: { 'sec-fetch-site': 'cross-site' } })
    expect([answer.status, code(answer)]).toEqual([403, 'EBADORIGIN'])
  })

  it.each(['/api/health', '/api/openapi.json', '/api/docs', '/'])('is served at %s', async (path) => {
    expect([200, 404]).toContain((await app.send(path, { headers: { 'sec-fetch-site': 'cross-site' } })).status)
  })

  it('is served with a loopback Origin, and refused with a foreign one', async () => {
    const send = (origin: string) => app.send('/api/stats', { headers: { 'sec-fetch-site': 'cross-site', origin } })
    expect((await send('http://localhost:3000')).status).toBe(200)
    expect((await send('https://evil.example')).status).toBe(403)
  })

  it('opens no socket', async () => {
    expect(await socketStatus(app.url, '/ws', { 'sec-fetch-site': 'cross-site' })).toBe(403)
    expect(await socketStatus(app.url, '/ws', { 'sec-fetch-site': 'same-origin' })).toBe(101)
  })
})

describe('a body that a browser does not declare as JSON', () => {
  const types = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/json', '']

  it.each(types)('is refused: %j', async (type) => {
    const headers = { 'content-type': type, 'sec-fetch-site': 'same-origin' }
    const answer = await app.send('/api/sessions', { method: 'POST', body: '{"id":"typed"}', headers })
    expect([answer.status, code(answer)]).toEqual([415, 'EBADTYPE'])
  })

  it('is accepted as JSON, and from other clients without a declaration', async () => {
    const send = (headers: Record<string, string>) =>
      app.send('/api/sessions', { method: 'POST', body: '{"id":"typed"}', headers })
    expect((await send({ 'content-type': 'application/json; charset=utf-8', origin: app.url })).status).toBe(201)
    expect((await send({ 'content-type': 'text/plain' })).status).toBe(200)
  })
})

describe('DASHBOARD_ORIGINS=own', () => {
  const post = (to: App, headers: Record<string, string>) =>
    to.send('/api/sessions', { method: 'POST', body: { id: 'o' }, headers })

  it('refuses the pages of other ports, which the default accepts', async () => {
    for (const origin of ['http://localhost:3000', 'http://127.0.0.1:5173', 'https://[::1]:1', 'http://localhost']) {
      expect((await post(app, { origin })).status).toBeLessThan(300)
      expect([(await post(own, { origin })).status, origin]).toEqual([403, origin])
      expect(await socketStatus(own.url, '/ws', { origin })).toBe(403)
      expect((await own.send('/api/stats', { headers: { origin } })).headers['access-control-allow-origin']).toBe(
        undefined,
      )
    }
    const image = { headers: { 'sec-fetch-site': 'same-site' } }
    expect([(await own.send('/api/stats', image)).status, (await app.send('/api/stats', image)).status]).toEqual([
      403, 200,
    ])
  })

  it('accepts its own page, allowed hosts, and clients that are no browsers', async () => {
    expect((await post(own, { origin: own.url })).status).toBeLessThan(300)
    expect((await post(own, { origin: 'http://yard.example', host: 'yard.example' })).status).toBeLessThan(300)
    expect((await post(own, {})).status).toBeLessThan(300)
    expect(await socketStatus(own.url, '/ws', { origin: own.url })).toBe(101)
  })

  it('is shown in the settings', async () => {
    const originsOf = async (of: App) =>
      (await of.get<{ server: { origins: string } }>('/api/settings/info')).server.origins
    expect([await originsOf(app), await originsOf(own)]).toEqual(['loopback', 'own'])
  })
})

describe('a path that would be resolved to another one', () => {
  it.each([
    '/api/lanes/1/proof/..',
    '/api/lanes/1/proof/.',
    '/api/lanes/./1',
    '/api/lanes/1/proof/%2e%2e',
    '/api/lanes/1/proof/.%2E',
    '/api/lanes/1/proof/%252e%252e',
    '/api/lanes/1/proof/..%2f..%2f',
    '/api/lanes/1/proof/x%2F..%2Fy',
    '/api/lanes/1/proof/..%5c',
    '/api/lanes/1/proof/x\\..\\y',
    '/api\\stats',
    '/api%5Cstats',
    '/assets/../index.html',
    '/../../etc/passwd',
    '/.',
    '/api/hooks/../stats',
    'http://localhost/api/../api/stats',
    '/api/stats/..?x=1',
    'http://[::x/api/stats',
    'api/stats',
  ])('is refused: %s', async (path) => {
    for (const method of ['GET', 'DELETE', 'POST']) {
      const { status, text } = await raw(app, `${method} ${path}`)
      expect([status, text.includes('INVALID_INPUT')]).toEqual([400, true])
    }
  })

  it('is refused for sockets', async () => {
    const upgrade = 'Upgrade: websocket\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n'
    const headers = upgrade.replace('Upgrade', 'Connection: Upgrade\r\nUpgrade')
    for (const path of ['/x/../ws', '/ws/terminal/..', '/%2e/ws'])
      expect((await raw(app, `GET ${path}`, headers)).status).toBe(400)
  })

  it.each(['/api/stats', '/api/pricing/cost/a%2Fb', '/api/sessions/..x', '/api/sessions/...', '/api/stats?x=../..'])(
    'is not: %s',
    async (path) => {
      expect([200, 404]).toContain((await raw(app, `GET ${path}`)).status)
    },
  )
})

it.each(['/ws', '/ws/terminal', '/ws/terminal?lane=1&slot=0'])('%s asks for an upgrade', async (path) => {
  const { status, headers } = await app.send(path)
  expect([status, headers['upgrade']]).toEqual([426, 'websocket'])
})

it.each(['localhost:99999', 'localhost:65536', '[::1]:70000'])('the host %s is refused', async (host) => {
  const answer = await app.send('/api/health', { headers: { host } })
  expect([answer.status, code(answer)]).toEqual([403, 'EBADHOST'])
})

it('a page may open sockets to the service only', async () => {
  const { port } = new URL(app.url)
  const { headers } = await app.send('/', { headers: { host: `localhost:${port}` } })
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain(`connect-src 'self' ws://localhost:${port} wss://localhost:${port};`)
})
