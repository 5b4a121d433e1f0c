import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { reject } from '../domain/rejection.js'
import { contract } from './contract/index.js'
import type { Endpoint } from './contract/endpoint.js'
import type { Assets } from './assets.js'
import { hookGuard } from './guards/hook-origin.js'
import { isOwnOrigin, originGuard } from './guards/origin.js'
import { tokenGuard } from './guards/token.js'
import type { Handlers } from './handler.js'
import { mount, type MountOptions } from './mount.js'
import { envelope } from './rejection.js'
import { CONTENT_SECURITY_POLICY } from './security-policy.js'

export interface AppOptions extends MountOptions {
  readonly allowedHosts: readonly string[]
  readonly token: string | null
  readonly assets: Assets
}

const EXEMPT = new Set(
  (Object.entries(contract) as [string, Endpoint][])
    .filter(([, { access }]) => access.actor === 'public' || access.actor === 'hook')
    .map(([key]) => key.split(' ')[1]),
)
const HOOK_PATHS = new Set(
  (Object.entries(contract) as [string, Endpoint][])
    .filter(([, { access }]) => access.actor === 'hook')
    .map(([key]) => key.split(' ')[1]),
)

const SECURITY_HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
} as const

/**
 * Returns the HTTP app behind the host guard: guards in the order of the contract, then the routes, then the dashboard's files.
 */
export const createApp = (handlers: Handlers, options: AppOptions): Hono<{ Bindings: HttpBindings }> => {
  // Not strict: a trailing slash is removed before guards and routes see the path.
  const app = new Hono<{ Bindings: HttpBindings }>({ strict: false })
  const token = tokenGuard(options.token)
  const origin = originGuard(options.allowedHosts)

  app.use('*', async (c, next) => {
    const path = c.req.path
    const headers = { host: c.req.header('host'), origin: c.req.header('origin') }
    const guarded = path === '/api' || path.startsWith('/api/')
    const refused =
      (guarded && !EXEMPT.has(path)
        ? token({
            authorization: c.req.header('authorization'),
            header: c.req.header('x-dashboard-token'),
            query: c.req.query('token'),
          })
        : null) ??
      (HOOK_PATHS.has(path) && c.req.method === 'POST'
        ? hookGuard({
            ownOrigin: isOwnOrigin(headers.origin, headers.host, options.allowedHosts),
            fetchSite: c.req.header('sec-fetch-site'),
            contentType: c.req.header('content-type'),
            remoteAddress: c.env?.incoming?.socket?.remoteAddress,
          })
        : isSafe(c.req.method)
          ? null
          : origin(headers.origin, headers.host))
    if (refused !== null) return envelope(refused)
    await next()
    if (!HOOK_PATHS.has(path)) {
      for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
        if (!c.res.headers.has(name)) c.res.headers.set(name, value)
      }
      if (guarded && !c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store')
      if (headers.origin !== undefined) {
        c.res.headers.append('vary', 'Origin')
        if (isOwnOrigin(headers.origin, headers.host, options.allowedHosts)) {
          c.res.headers.set('access-control-allow-origin', headers.origin)
        }
      }
    }
    return undefined
  })

  mount(app as unknown as Hono, contract, handlers, options)

  app.all('/api/*', (c) => unknownRoute(c.req.method, c.req.path))
  app.all('/api', (c) => unknownRoute(c.req.method, c.req.path))
  app.get(
    '*',
    async (c) => (await options.assets.serve(c.req.path, c.req.header('accept-encoding') ?? '')) ?? c.notFound(),
  )
  app.notFound(() => envelope(reject('ENOTFOUND', 'not found')))
  return app
}

const isSafe = (method: string): boolean => method === 'GET' || method === 'HEAD' || method === 'OPTIONS'

const PATTERNS = Object.keys(contract).map((key) => {
  const [method = '', path = ''] = key.split(' ')
  return { method, pattern: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/:\w+/g, '[^/]+')}$`) }
})

/** Returns the response for an unmatched request. A known path with another method lists the allowed methods. */
const unknownRoute = (method: string, path: string): Response => {
  const allowed = PATTERNS.filter(({ pattern }) => pattern.test(path)).map((known) => known.method)
  if (allowed.length === 0) return envelope(reject('ENOTFOUND', 'route not found'))
  const allow = [...new Set([...allowed, ...(allowed.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])].join(', ')
  if (method === 'OPTIONS') {
    return new Response(null, {
      status: 204,
      headers: {
        allow,
        'access-control-allow-methods': allow,
        'access-control-allow-headers': 'content-type, authorization, x-dashboard-token',
        'access-control-max-age': '600',
      },
    })
  }
  return envelope(reject('EBADMETHOD', `this route allows ${allow}`), { allow })
}
