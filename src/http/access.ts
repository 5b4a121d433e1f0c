import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Author } from '../domain/access/author.js'
import { localPrincipal, type Principal, type Visibility, visibilityOf } from '../domain/access/visibility.js'
import type { Rejection } from '../domain/rejection.js'
import type { Access } from './contract/endpoint.js'
import { hookGuard } from './guards/hook-origin.js'
import { type OriginOptions, originGuard, ownOrigin, type Sender, siteGuard } from './guards/origin.js'
import { tokenGuard } from './guards/token.js'

/** The caller of a request and what they may see. */
export interface Caller {
  readonly principal: Principal
  /** The author of what the request changes. */
  readonly author: Author
  readonly visibility: Visibility
}

export type Request = Context<{ Bindings: HttpBindings }>

export interface AccessOptions extends OriginOptions {
  readonly token: string | null
}

/** Returns who calls a route with this access, or why they may not. */
export type Admit = (access: Access, request: Request) => Caller | Rejection

const localCaller: Caller = {
  principal: localPrincipal,
  author: { by: localPrincipal.id, via: 'http' },
  visibility: visibilityOf(localPrincipal),
}

/** Returns the caller of what the guards let in. Local mode has a single principal. A server mode would find the user here. */
export const callerOf = (_access: Access): Caller => localCaller

/** Returns the policy of this service. The host of a request is checked before, by the HTTP server. */
export const admission = (options: AccessOptions): Admit => {
  const tokenRefusal = tokenGuard(options.token)
  const [isOwnOrigin, originRefusal, siteRefusal] = [ownOrigin(options), originGuard(options), siteGuard(options)]

  const refusalOfHook = ({ req, env }: Request): Rejection | null =>
    hookGuard({
      ownOrigin: isOwnOrigin(senderOf(req)),
      fetchSite: req.header('sec-fetch-site'),
      contentType: req.header('content-type'),
      remoteAddress: env?.incoming?.socket?.remoteAddress,
    })

  const refusalOfUser = ({ req }: Request): Rejection | null =>
    tokenRefusal({
      authorization: req.header('authorization'),
      header: req.header('x-dashboard-token'),
      query: req.query('token'),
    })

  const refusalOfChange = ({ req }: Request): Rejection | null =>
    isSafe(req.method) ? null : originRefusal(senderOf(req))

  const refusalOf = (access: Access, request: Request): Rejection | null => {
    if (access.actor === 'hook') return refusalOfHook(request)
    if (access.actor === 'public') return refusalOfChange(request)
    const isEmbedded = access.actor === 'user' && access.embedded === true
    return (
      refusalOfUser(request) ?? (isEmbedded ? null : siteRefusal(senderOf(request.req))) ?? refusalOfChange(request)
    )
  }
  return (access, request) => refusalOf(access, request) ?? callerOf(access)
}

const senderOf = (req: Request['req']): Sender => ({
  origin: req.header('origin'),
  host: req.header('host'),
  fetchSite: req.header('sec-fetch-site'),
})

const isSafe = (method: string): boolean => method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
