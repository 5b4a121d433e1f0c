import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { isRejection, reject, type Rejection } from '../../domain/rejection.js'
import { type Caller, callerOf } from '../access.js'
import { hostGuard } from '../guards/host.js'
import { type OriginOptions, originGuard, siteGuard } from '../guards/origin.js'
import { refusePath } from '../guards/path.js'
import { tokenGuard } from '../guards/token.js'

/** A request to turn a connection into a WebSocket, after the guards. */
export interface Upgrade {
  readonly request: IncomingMessage
  readonly raw: Duplex
  readonly head: Buffer
  readonly url: URL
  readonly caller: Caller
}

/** Decides who may open a socket. */
export type SocketGuard = (request: IncomingMessage, url: URL) => Caller | Rejection

export interface SocketRoute {
  readonly guard: SocketGuard
  readonly accept: (upgrade: Upgrade) => void
}

export interface GuardOptions extends OriginOptions {
  readonly token: string | null
}

/** Returns the guard of a socket: the token of the API, and no foreign web page. */
export const socketGuard = (options: GuardOptions, verb: 'read' | 'write'): SocketGuard => {
  const tokens = tokenGuard(options.token)
  const [origin, site] = [originGuard(options), siteGuard(options)]
  return ({ headers }, url) => {
    const sender = { origin: headers.origin, host: headers.host, fetchSite: first(headers['sec-fetch-site']) }
    const refused = tokens({
      authorization: headers.authorization,
      header: first(headers['x-dashboard-token']),
      query: url.searchParams.get('token') ?? undefined,
    })
    // Browsers apply no cross-origin rules to sockets.
    return refused ?? origin(sender) ?? site(sender) ?? callerOf({ actor: 'user', verb })
  }
}

/** Returns the handler of upgrade requests: the sockets of the service by path. Other paths are refused. */
export const upgradeHandler = (
  routes: ReadonlyMap<string, SocketRoute>,
  { allowedHosts }: Pick<GuardOptions, 'allowedHosts'>,
) => {
  const host = hostGuard(allowedHosts)
  return (request: IncomingMessage, raw: Duplex, head: Buffer): void => {
    const url = urlOf(request)
    const route = routes.get(url?.pathname ?? '')
    const refused = host(request.headers.host) ?? refusePath(request.url ?? '/')
    if (refused !== null) return refuse(raw, refused)
    if (url === null || route === undefined) {
      return refuse(raw, reject('ENOTFOUND', `not found: the WebSocket is at ${[...routes.keys()].join(', ')}`))
    }
    const caller = route.guard(request, url)
    return isRejection(caller) ? refuse(raw, caller) : route.accept({ request, raw, head, url, caller })
  }
}

const urlOf = (request: IncomingMessage): URL | null => {
  try {
    return new URL(request.url ?? '/', 'http://localhost')
  } catch {
    return null
  }
}

const first = (header: string | readonly string[] | undefined): string | undefined =>
  typeof header === 'string' ? header : header?.[0]

const refuse = (raw: Duplex, { status, code, message }: Rejection): void => {
  const body = JSON.stringify({ error: { code, message } })
  raw.end(
    `HTTP/1.1 ${status} Refused\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}
