import { Effect } from 'effect'
import { describe, expect, it } from 'vitest'
import { permissionNamed } from '../../../../src/domain/access/permission.js'
import { admission } from '../../../../src/http/access/admit.js'
import { createApp } from '../../../../src/http/app.js'
import { contract, type Route } from '../../../../src/http/contract/index.js'
import type { Handlers, RequestInfo } from '../../../../src/http/handler.js'
import type { RowFinders } from '../../../../src/http/rows.js'

const ROUTES = Object.keys(contract) as Route[]
const entryOf = (route: Route) => permissionNamed(contract[route].access).entry

/** The requests that reached a handler; handlers serve all of them. */
const seen: RequestInfo[] = []
const handlers = Object.fromEntries(
  ROUTES.map((route) => [
    route,
    (_input: unknown, request: RequestInfo) => {
      seen.push(request)
      return { status: 200, json: 'served' }
    },
  ]),
) as unknown as Handlers
const anyRow = new Proxy({}, { get: () => () => ({}) }) as RowFinders

const appWith = (token: string | null) => {
  const access = { allowedHosts: ['yard.example'], token }
  return createApp(handlers, {
    ...access,
    admit: admission(access),
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
}
const [open, guarded] = [appWith(null), appWith('s3cret')]

const LOOPBACK = '127.0.0.1'
const ELSEWHERE = '192.0.2.7'
interface Asked {
  readonly headers?: Readonly<Record<string, string>>
  readonly from?: string
  readonly query?: string
}

/** What a request that passed the policy may be answered: its body or its type is checked after that. */
const AFTER_THE_POLICY = new Set(['INVALID_INPUT', 'INVALID_BODY', 'IMPORT_UPLOAD_FAILED', 'NO_FILES'])

/** Returns the code with which the policy refuses a request, or `served`. */
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
  return AFTER_THE_POLICY.has(error.code) ? 'served' : error.code
}

const token = { authorization: 'Bearer s3cret' }
const foreign = { origin: 'http://evil.example' }
/** What a route that is let in answers: those of server mode have nothing to serve. */
const served = (route: Route, outcome: string): string =>
  outcome === 'served' && permissionNamed(contract[route].access).serverOnly ? 'ELOCALMODE' : outcome
const isChange = (route: string): boolean => !route.startsWith('GET ')

/** The expected outcome for each kind of entry, for a read and for a change. */
const OPEN = {
  'no token': ['served', 'served'],
  'a wrong token': ['served', 'served'],
  'the token': ['served', 'served'],
  'a foreign page': ['served', 'EBADORIGIN'],
  'another machine': ['served', 'served'],
} as const
const RULES: Readonly<
  Record<ReturnType<typeof entryOf>, Readonly<Record<keyof typeof OPEN, readonly [read: string, change: string]>>>
> = {
  open: OPEN,
  openLocally: OPEN,
  hook: { ...OPEN, 'a foreign page': ['EBADORIGIN', 'EBADORIGIN'], 'another machine': ['ELOCALONLY', 'ELOCALONLY'] },
  guarded: {
    ...OPEN,
    'no token': ['EUNAUTHORIZED', 'EUNAUTHORIZED'],
    'a wrong token': ['EUNAUTHORIZED', 'EUNAUTHORIZED'],
  },
}

const REQUESTS: Readonly<Record<keyof typeof OPEN, Asked>> = {
  'no token': {},
  'a wrong token': { headers: { authorization: 'Bearer wrong' } },
  'the token': { headers: token },
  'a foreign page': { headers: { ...token, ...foreign } },
  'another machine': { headers: token, from: ELSEWHERE },
}

describe('the policy in local mode', () => {
  it.each(Object.keys(REQUESTS) as (keyof typeof OPEN)[])('answers every route by its entry: %s', async (name) => {
    const [expected, actual]: [unknown[], unknown[]] = [[], []]
    for (const route of ROUTES) {
      const [read, change] = RULES[entryOf(route)][name]
      expected.push([route, served(route, isChange(route) ? change : read)])
      actual.push([route, await outcome(guarded, route, REQUESTS[name])])
    }
    expect(actual).toEqual(expected)
  })

  it('needs no token if none is set, and still refuses foreign pages', async () => {
    const [expected, actual]: [unknown[], unknown[]] = [[], []]
    for (const route of ROUTES) {
      const foreignPage = entryOf(route) === 'hook' || isChange(route) ? 'EBADORIGIN' : 'served'
      expected.push([route, served(route, 'served'), served(route, foreignPage)])
      actual.push([route, await outcome(open, route), await outcome(open, route, { headers: foreign })])
    }
    expect(actual).toEqual(expected)
  })

  it.each(['x-dashboard-token', 'authorization', '?token='])('accepts the token as %s', async (place) => {
    const asked = place.startsWith('?')
      ? { query: `${place}s3cret` }
      : { headers: { [place]: place === 'authorization' ? 'Bearer s3cret' : 's3cret' } }
    expect(await outcome(guarded, 'GET /api/stats', asked)).toBe('served')
  })

  it('gives handlers a caller who reads and changes everything', async () => {
    seen.length = 0
    await outcome(guarded, 'GET /api/stats', { headers: token })
    const everything = { scope: 'everything' }
    expect(seen).toMatchObject([{ principal: { id: 'local' }, reads: everything, writes: everything, own: everything }])
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
