import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Caller } from '../../domain/access/caller.js'
import type { PermissionName } from '../../domain/access/permission.js'
import { isRejection, reject, type Rejection } from '../../domain/rejection.js'
import type { Admit } from '../access/admit.js'
import { upgradeOf } from '../access/arrival.js'
import { frontGuard } from '../access/front.js'
import type { SocketRights } from './rights.js'

/** A request to turn a connection into a WebSocket, after the guards. */
export interface Upgrade {
  readonly request: IncomingMessage
  readonly raw: Duplex
  readonly head: Buffer
  readonly url: URL
  readonly caller: Caller
  /** Knows the sockets of this kind, and closes those that their clients may no longer have. */
  readonly rights: SocketRights
}

/** A socket: what its callers must be permitted, and what opens it. */
export interface SocketRoute {
  readonly permission: PermissionName
  readonly accept: (upgrade: Upgrade) => void
  readonly rights: SocketRights
}

/** Returns the handler of upgrade requests: the sockets of the service by path. Other paths are refused. */
export const upgradeHandler = (
  routes: ReadonlyMap<string, SocketRoute>,
  { admit, allowedHosts }: { readonly admit: Admit; readonly allowedHosts: readonly string[] },
) => {
  const front = frontGuard(allowedHosts)
  return (request: IncomingMessage, raw: Duplex, head: Buffer): void => {
    const url = urlOf(request)
    const route = routes.get(url?.pathname ?? '')
    const refused = front(request)
    if (refused !== null) return refuse(raw, refused)
    if (url === null || route === undefined) {
      return refuse(raw, reject('ENOTFOUND', `not found: the WebSocket is at ${[...routes.keys()].join(', ')}`))
    }
    const caller = admit(route.permission, upgradeOf(request, url))
    if (isRejection(caller)) return refuse(raw, caller)
    const { rights } = route
    if (rights.isFull(caller)) return refuse(raw, reject('ETOOMANY', 'your account has too many open connections'))
    return route.accept({ request, raw, head, url, caller, rights })
  }
}

const urlOf = (request: IncomingMessage): URL | null => {
  try {
    return new URL(request.url ?? '/', 'http://localhost')
  } catch {
    return null
  }
}

const refuse = (raw: Duplex, { status, code, message }: Rejection): void => {
  const body = JSON.stringify({ error: { code, message } })
  raw.end(
    `HTTP/1.1 ${status} Refused\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}
