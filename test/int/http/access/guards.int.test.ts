import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { contract } from '../../../../src/http/contract/index.js'
import { type App, startApp } from '../../../support/service/app.js'

const code = ({ json }: { readonly json: unknown }) => (json as { error: { code: string } }).error.code

const socketStatus = (url: string, headers: Record<string, string>): Promise<number> =>
  new Promise((resolve) => {
    const socket = new WebSocket(url.replace('http', 'ws'), { headers })
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

describe('an open service on loopback', () => {
  let app: App
  beforeAll(async () => {
    app = await startApp({ DASHBOARD_ALLOWED_HOSTS: 'yard.example' })
  })
  afterAll(() => app.close())

  const changing = Object.keys(contract).filter((key) => !key.startsWith('GET') && !key.includes('/api/hooks'))

  it.each(['evil.example', 'evil.example:4820', '127.0.0.1.evil.example', 'localhost@evil.example', '[::1]evil'])(
    'rejects the host %j',
    async (host) => {
      const answer = await app.send('/api/stats', { headers: { host } })
      expect([answer.status, code(answer)]).toEqual([403, 'EBADHOST'])
    },
  )

  it.each(['127.0.0.1:1', 'localhost', '[::1]:4820', 'yard.example', 'YARD.example:80'])(
    'serves the host %s',
    async (host) => {
      expect((await app.send('/api/health', { headers: { host } })).status).toBe(200)
    },
  )

  const foreign = [
    'http://evil.example',
    'null',
    'file://',
    'http://localhost.evil.example',
    'http://[::1]evil',
    'localhost:4820',
    'chrome-extension://abc',
    'http://user@localhost',
    'http://yard.example',
  ]

  it.each(changing)('%s rejects every foreign origin', async (key) => {
    const [method = '', path = ''] = key.split(' ')
    for (const origin of foreign) {
      const answer = await app.send(path.replace(':id', 'x'), { method, headers: { origin }, body: {} })
      expect([answer.status, code(answer)], origin).toEqual([403, 'EBADORIGIN'])
    }
  })

  it('accepts an origin that equals its own allowed host', async () => {
    const headers = { host: 'yard.example', origin: 'http://yard.example' }
    expect((await app.send('/api/sessions', { method: 'POST', headers, body: { id: 'o-1' } })).status).toBe(201)
  })

  it('lets only loopback origins read responses', async () => {
    const read = async (origin: string) => (await app.send('/api/stats', { headers: { origin } })).headers
    expect((await read('http://localhost:5173'))['access-control-allow-origin']).toBe('http://localhost:5173')
    expect((await read('http://evil.example'))['access-control-allow-origin']).toBeUndefined()
    expect((await read('http://evil.example')).vary).toContain('Origin')
  })

  it('checks the host and origin of a WebSocket at the upgrade', async () => {
    expect(await socketStatus(`${app.url}/ws`, {})).toBe(101)
    expect(await socketStatus(`${app.url}/ws`, { origin: 'http://localhost:4820' })).toBe(101)
    expect(await socketStatus(`${app.url}/ws`, { origin: 'http://evil.example' })).toBe(403)
    expect(await socketStatus(`${app.url}/ws`, { host: 'evil.example' })).toBe(403)
    expect(await socketStatus(`${app.url}/other`, {})).toBe(404)
  })

  it('rejects a hook from a web page', async () => {
    const body = { hook_type: 'Stop', data: { session_id: 'web' } }
    const send = (headers: Record<string, string>) => app.send('/api/hooks', { method: 'POST', headers, body })
    expect((await send({ origin: 'http://evil.example' })).status).toBe(403)
    expect((await send({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await send({ 'content-type': 'text/plain' })).status).toBe(415)
    expect((await app.send('/api/sessions/web')).status).toBe(404)
  })

  it('answers an unknown route or method with the error envelope', async () => {
    const missing = await app.send('/api/nope')
    expect([missing.status, code(missing)]).toEqual([404, 'ENOTFOUND'])
    const wrong = await app.send('/api/stats', { method: 'PUT', body: {} })
    expect([wrong.status, code(wrong), wrong.headers.allow]).toEqual([405, 'EBADMETHOD', 'GET, HEAD, OPTIONS'])
  })

  it('forbids external scripts, frames and referrers', async () => {
    const { headers } = await app.send('/')
    expect(headers['content-security-policy']).toContain("script-src 'self'")
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers['x-content-type-options']).toBe('nosniff')
  })
})

describe('a service with a token', () => {
  let app: App
  beforeAll(async () => {
    app = await startApp({ DASHBOARD_TOKEN: 's3cret' })
  })
  afterAll(() => app.close())

  const reads = Object.keys(contract).filter((key) => key.startsWith('GET'))
  // The reference page shows the open description; its script is loaded without a token.
  const documentation = ['/api/openapi.json', '/api/docs', '/api/redoc', '/api/redoc/redoc.standalone.js']
  // The dashboard asks for the mode before it can ask for a token.
  const open = ['/api/health', '/api/auth/me', ...documentation]

  it.each(reads)('%s requires it, except on exempt paths', async (key) => {
    const path = key.split(' ')[1]?.replace(':id', 'x') ?? ''
    const answer = await app.send(path)
    expect(answer.status).toBe(open.includes(path) ? 200 : 401)
    if (answer.status === 401) expect(code(answer)).toBe('EUNAUTHORIZED')
  })

  it.each([
    ['Authorization: Bearer', { authorization: 'Bearer s3cret' }, ''],
    ['x-dashboard-token', { 'x-dashboard-token': 's3cret' }, ''],
    ['?token=', {}, '?token=s3cret'],
  ])('accepts it as %s', async (_name, headers, query) => {
    expect((await app.send(`/api/stats${query}`, { headers })).status).toBe(200)
    expect(await socketStatus(`${app.url}/ws${query}`, headers)).toBe(101)
  })

  it('rejects a wrong or missing one, also on the WebSocket', async () => {
    expect((await app.send('/api/stats?token=wrong')).status).toBe(401)
    expect(await socketStatus(`${app.url}/ws?token=wrong`, {})).toBe(401)
    expect(await socketStatus(`${app.url}/ws`, {})).toBe(401)
  })

  it.each(['/api/healthz', '/api/hooks/../stats', '/api/hooks/x', '/api//stats', '/api/docs/x', '/api/%73tats'])(
    'does not exempt a path similar to an exempt one: %s',
    async (path) => {
      const answer = await app.send(path)
      expect([400, 401, 404]).toContain(answer.status)
      expect(answer.text).not.toContain('total_sessions')
    },
  )

  it('accepts hooks without it', async () => {
    expect((await app.hook('Stop', { session_id: 'h' })).status).toBe(200)
  })

  it('does not repeat the token in an error', async () => {
    const answer = await app.send('/api/nope?token=s3cret')
    expect(answer.text).not.toContain('s3cret')
  })

  it('checks the host, token, origin and body in this order', async () => {
    const all = { host: 'evil.example', origin: 'http://evil.example' }
    const post = (headers: Record<string, string>, path: string) =>
      app.send(path, { method: 'POST', headers, body: '{' })
    expect((await post(all, '/api/sessions')).status).toBe(403)
    expect(code(await post(all, '/api/sessions'))).toBe('EBADHOST')
    expect(code(await post({ origin: 'http://evil.example' }, '/api/sessions'))).toBe('EUNAUTHORIZED')
    expect(code(await post({ origin: 'http://evil.example' }, '/api/sessions?token=s3cret'))).toBe('EBADORIGIN')
    expect(code(await post({}, '/api/sessions?token=s3cret'))).toBe('INVALID_INPUT')
  })
})
