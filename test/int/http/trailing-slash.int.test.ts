import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../src/http/contract/index.js'
import { type App, startApp } from '../../support/service/app.js'

let app: App
let guarded: App
beforeAll(async () => {
  app = await startApp()
  guarded = await startApp({ DASHBOARD_TOKEN: 'secret' })
})
afterAll(async () => {
  await app.close()
  await guarded.close()
})

/** The parts of a response that do not change from call to call. */
const outcome = async (at: App, method: string, path: string, headers: Readonly<Record<string, string>> = {}) => {
  const { status, text, headers: answered } = await at.send(path, { method, headers })
  const isStable = method !== 'GET' || status !== 200
  return [status, answered.allow, answered['content-type'], isStable ? text : '']
}

const ROUTES = Object.keys(contract).map((key) => {
  const [method = '', path = ''] = key.split(' ')
  return [method, path.replace(/:\w+/, 'none')] as const
})
// An invalid content type: requests that change something are rejected first.
const BROKEN = { 'content-type': 'text/plain' }

describe('a trailing slash', () => {
  it.each(ROUTES.filter(([method]) => method === 'GET'))('changes nothing: %s %s', async (method, path) => {
    expect(await outcome(app, method, `${path}/`)).toEqual(await outcome(app, method, path))
    expect(await outcome(app, 'HEAD', `${path}/`)).toEqual(await outcome(app, 'HEAD', path))
    const query = await outcome(app, method, `${path}/?limit=1`)
    expect(query).toEqual(await outcome(app, method, `${path}?limit=1`))
  })

  it.each(ROUTES)('changes neither the preflight nor the guards: %s %s', async (method, path) => {
    const origin = { ...BROKEN, origin: 'http://evil.example' }
    expect(await outcome(app, 'OPTIONS', `${path}/`)).toEqual(await outcome(app, 'OPTIONS', path))
    if (method !== 'GET') expect((await outcome(app, method, `${path}/`, origin))[0]).toBe(403)
    const withToken = await outcome(guarded, method, `${path}/`, BROKEN)
    expect(withToken[0]).toBe((await outcome(guarded, method, path, BROKEN))[0])
  })

  it('is accepted for hooks', async () => {
    const body = { hook_type: 'Stop', data: { session_id: 's' } }
    expect((await app.send('/api/hooks/', { method: 'POST', body })).status).toBe(200)
  })

  it('is rejected when doubled', async () => {
    expect((await app.send('/api/health//')).status).toBe(404)
  })
})
