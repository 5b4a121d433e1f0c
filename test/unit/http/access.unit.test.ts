import { Effect } from 'effect'
import { describe, expect, it } from 'vitest'
import { createApp } from '../../../src/http/app.js'
import { contract, type Route } from '../../../src/http/contract/index.js'
import type { Access } from '../../../src/http/contract/endpoint.js'
import type { Handlers, RequestInfo } from '../../../src/http/handler.js'
import type { RowFinders } from '../../../src/http/rows.js'

const ROUTES = Object.keys(contract) as Route[]
const actorOf = (route: Route): Access['actor'] => contract[route].access.actor

/** The requests that reached a handler; handlers serve all of them. */
const seen: RequestInfo[] = []
const handlers = Object.fromEntries(
  ROUTES.map((route) => [
    route,
    (_input: unknown, request: RequestInfo) => {
      seen.push(request)
      return new Response('served')
    },
  ]),
) as unknown as Handlers
const anyRow = new Proxy({}, { get: () => () => ({}) }) as RowFinders

const appWith = (token: string | null) =>
  createApp(handlers, {
    allowedHosts: ['yard.example'],
    token,
    assets: { serve: () => Promise.resolve(null) },
    ready: () => true,
    rows: anyRow,
    checkAnswers: false,
    run: (effect) => Effect.runPromiseExit(effect as Effect.Effect<never>),
    onDefect: (error) => {
      throw error
    },
    onServed: () => undefined,
    monotonic: () => 0,
  })
const [open, guarded] = [appWith(null), appWith('s3cret')]

const LOOPBACK = '127.0.0.1'
const ELSEWHERE = '192.0.2.7'
interface Asked {
  readonly headers?: Readonly<Record<string, string>>
  readonly from?: string
  readonly query?: string
}

/** Returns the error code of the access check, or `served`, even if only the input was rejected. */
const outcome = async (
  app: typeof open,
  route: string,
  { headers = {}, from = LOOPBACK, query = '' }: Asked = {},
): Promise<string> => {
  const [method = '', path = ''] = route.split(' ')
  const init = {
    method,
    headers: { host: 'localhost', 'content-type': 'application/json', ...headers },
    ...(method === 'GET' || method === 'HEAD' ? {} : { body: '{}' }),
  }
  const answer = await app.request(path.replaceAll(/:\w+/g, '1') + query, init, {
    incoming: { socket: { remoteAddress: from } },
  })
  if (answer.ok) return 'served'
  const { error } = (await answer.json()) as { error: { code: string } }
  return ['INVALID_INPUT', 'INVALID_BODY'].includes(error.code) || answer.status === 400 ? 'served' : error.code
}

const token = { authorization: 'Bearer s3cret' }
const foreign = { origin: 'http://evil.example' }
const isChange = (route: string): boolean => !route.startsWith('GET ')

/** The expected outcome for each kind of access, for a read and for a change. */
const RULES: Readonly<Record<Access['actor'], Readonly<Record<string, readonly [read: string, change: string]>>>> = {
  public: {
    'no token': ['served', 'served'],
    'a wrong token': ['served', 'served'],
    'the token': ['served', 'served'],
    'a foreign page': ['served', 'EBADORIGIN'],
    'another machine': ['served', 'served'],
  },
  hook: {
    'no token': ['served', 'served'],
    'a wrong token': ['served', 'served'],
    'the token': ['served', 'served'],
    'a foreign page': ['EBADORIGIN', 'EBADORIGIN'],
    'another machine': ['ELOCALONLY', 'ELOCALONLY'],
  },
  user: {
    'no token': ['EUNAUTHORIZED', 'EUNAUTHORIZED'],
    'a wrong token': ['EUNAUTHORIZED', 'EUNAUTHORIZED'],
    'the token': ['served', 'served'],
    'a foreign page': ['served', 'EBADORIGIN'],
    'another machine': ['served', 'served'],
  },
  admin: {
    'no token': ['EUNAUTHORIZED', 'EUNAUTHORIZED'],
    'a wrong token': ['EUNAUTHORIZED', 'EUNAUTHORIZED'],
    'the token': ['served', 'served'],
    'a foreign page': ['served', 'EBADORIGIN'],
    'another machine': ['served', 'served'],
  },
}

const REQUESTS: Readonly<Record<string, Asked>> = {
  'no token': {},
  'a wrong token': { headers: { authorization: 'Bearer wrong' } },
  'the token': { headers: token },
  'a foreign page': { headers: { ...token, ...foreign } },
  'another machine': { headers: token, from: ELSEWHERE },
}

describe('the access of every route', () => {
  it.each(ROUTES)('%s matches its declaration', async (route) => {
    for (const [name, request] of Object.entries(REQUESTS)) {
      const [read, change] = RULES[actorOf(route)][name] ?? []
      expect([name, await outcome(guarded, route, request)]).toEqual([name, isChange(route) ? change : read])
    }
  })

  it.each(ROUTES)('%s needs no token if none is set', async (route) => {
    expect(await outcome(open, route)).toBe('served')
    const refused = actorOf(route) === 'hook' || isChange(route) ? 'EBADORIGIN' : 'served'
    expect(await outcome(open, route, { headers: foreign })).toBe(refused)
  })

  it.each(['x-dashboard-token', 'authorization', '?token='])('the token is accepted as %s', async (place) => {
    const asked = place.startsWith('?')
      ? { query: `${place}s3cret` }
      : { headers: { [place]: place === 'authorization' ? 'Bearer s3cret' : 's3cret' } }
    expect(await outcome(guarded, 'GET /api/stats', asked)).toBe('served')
  })

  it('handlers receive the caller, with full visibility in local mode', async () => {
    seen.length = 0
    await outcome(guarded, 'GET /api/stats', { headers: token })
    expect(seen).toMatchObject([{ principal: { id: 'local' }, visibility: { scope: 'everything' } }])
  })
})

describe('a path without a route', () => {
  it.each([
    ['GET /api/nope', 'EUNAUTHORIZED', 'ENOTFOUND'],
    ['POST /api', 'EUNAUTHORIZED', 'ENOTFOUND'],
    ['PUT /api/stats', 'EUNAUTHORIZED', 'EBADMETHOD'],
    // Other methods of these paths need no token, so the answer reveals nothing.
    ['PUT /api/health', 'EBADMETHOD', 'EBADMETHOD'],
    ['GET /api/hooks', 'EBADMETHOD', 'EBADMETHOD'],
    ['OPTIONS /api/stats', 'EUNAUTHORIZED', 'served'],
    ['OPTIONS /api/health', 'served', 'served'],
    ['GET /nope', 'ENOTFOUND', 'ENOTFOUND'],
    ['POST /nope', 'ENOTFOUND', 'ENOTFOUND'],
  ])('%s answers %s without the token, and %s with it', async (route, without, withToken) => {
    expect([await outcome(guarded, route), await outcome(guarded, route, { headers: token })]).toEqual([
      without,
      withToken,
    ])
  })

  it.each(['PUT /api/health', 'POST /api/nope', 'PUT /api/hooks', 'POST /nope'])(
    '%s is rejected from a foreign origin',
    async (route) => {
      expect(await outcome(guarded, route, { headers: { ...token, ...foreign } })).toBe('EBADORIGIN')
    },
  )
})
