import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { isRejection, reject, type Rejection } from '../domain/rejection.js'
import type { Caller } from '../domain/access/caller.js'
import { type PermissionName, permissionNamed } from '../domain/access/permission.js'
import { arrivalOf, type Request } from './access/arrival.js'
import { contract } from './contract/index.js'
import type { Endpoint } from './contract/endpoint.js'
import type { Assets } from './assets.js'
import { type OriginOptions, ownOrigin } from './access/origin.js'
import type { Handlers } from './handler.js'
import { forgetting, mount, type MountOptions } from './mount.js'
import { envelope } from './rejection.js'
import { relayHandler, type RelayOptions } from './relay.js'
import { contentSecurityPolicy } from './security-policy.js'

interface AppOptions extends OriginOptions, MountOptions {
  readonly assets: Assets
  /** Absent in local mode, where agents reach proxies themselves. */
  readonly relay?: Omit<RelayOptions, 'admit'>
}

/** Answers to these paths carry no headers for browsers: no web page may call them. */
const HOOK_PATHS = new Set(
  (Object.entries(contract) as [string, Endpoint][])
    .filter(([, { access }]) => permissionNamed(access).entry === 'hook')
    .map(([key]) => key.split(' ')[1]),
)

const SECURITY_HEADERS = {
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
} as const

/** Returns the HTTP app behind the host guard: the routes, each guarded as its declaration says, then the dashboard's files. */
export const createApp = (handlers: Handlers, options: AppOptions): Hono<{ Bindings: HttpBindings }> => {
  // Not strict: a trailing slash is removed before guards and routes see the path.
  const app = new Hono<{ Bindings: HttpBindings }>({ strict: false })
  const admit = (permission: PermissionName, request: Request) => options.admit(permission, arrivalOf(request))
  const isOwnOrigin = ownOrigin(options)

  // Before the headers for browsers: its answers are those of the proxies.
  if (options.relay !== undefined) app.all('/api/ai/*', relayHandler({ ...options.relay, admit: options.admit }))

  app.use('*', async (c, next) => {
    await next()
    const path = c.req.path
    if (HOOK_PATHS.has(path)) return
    const policy = contentSecurityPolicy(c.req.header('host') ?? '')
    for (const [name, value] of Object.entries({ ...SECURITY_HEADERS, 'content-security-policy': policy })) {
      if (!c.res.headers.has(name)) c.res.headers.set(name, value)
    }
    const isApi = path === '/api' || path.startsWith('/api/')
    if (isApi && !c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store')
    const origin = c.req.header('origin')
    if (origin === undefined) return
    c.res.headers.append('vary', 'Origin')
    if (isOwnOrigin({ origin, host: c.req.header('host') })) {
      c.res.headers.set('access-control-allow-origin', origin)
    }
  })

  mount(app, contract, handlers, options)

  const unmatched = (c: Request): Response => {
    const known = PATTERNS.filter(({ pattern }) => pattern.test(c.req.path))
    // A known path without a token reveals its methods without one.
    const isOpen = known.some(({ access }) => permissionNamed(access).entry !== 'guarded')
    const caller = admit(isOpen ? 'docs:read' : 'catalog:read', c)
    return isRejection(caller)
      ? envelope(caller, forgetting(c, caller))
      : unknownRoute(
          c.req.method,
          known.map(({ method }) => method),
        )
  }
  app.all('/api/*', unmatched)
  app.all('/api', unmatched)
  for (const path of SOCKET_PATHS) app.all(path, (c) => notUpgraded(admit('catalog:read', c)))
  app.get(
    '*',
    async (c) => (await options.assets.serve(c.req.path, c.req.header('accept-encoding') ?? '')) ?? c.notFound(),
  )
  app.notFound((c) => {
    const caller = admit('docs:read', c)
    return envelope(isRejection(caller) ? caller : reject('ENOTFOUND', 'not found'))
  })
  return app
}

/** The sockets. Requests to upgrade do not get here. */
const SOCKET_PATHS = ['/ws', '/ws/terminal']

const notUpgraded = (caller: Caller | Rejection): Response =>
  isRejection(caller)
    ? envelope(caller)
    : envelope(
        { ...reject('INVALID_INPUT', 'this is a WebSocket: send an upgrade request'), status: 426 },
        { upgrade: 'websocket', connection: 'Upgrade' },
      )

const PATTERNS = (Object.entries(contract) as [string, Endpoint][]).map(([key, { access }]) => {
  const [method = '', path = ''] = key.split(' ')
  return { method, access, pattern: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/:\w+/g, '[^/]+')}$`) }
})

/** Returns the response for an unmatched request. A known path with another method lists the allowed methods. */
const unknownRoute = (method: string, allowed: readonly string[]): Response => {
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
