import { type Caller, callerFor, REFUSED_IN_LANES } from '../../domain/access/caller.js'
import { type PermissionName, permissionNamed } from '../../domain/access/permission.js'
import { localPrincipal } from '../../domain/access/visibility.js'
import { reject, type Rejection } from '../../domain/rejection.js'
import { hookGuard } from './hook-origin.js'
import { type OriginOptions, originGuard, ownOrigin, type Sender, siteGuard } from './origin.js'
import { tokenGuard } from './token.js'

/** A request as the policy sees it: of a route, or to open a socket. */
export interface Arrival {
  readonly method: string
  readonly header: (name: string) => string | undefined
  readonly query: (name: string) => string | undefined
  readonly remoteAddress: string | undefined
  /** The ports of its connection: of the client, and of the service. Undefined for a socket file. */
  readonly ports?: { readonly client: number; readonly service: number } | undefined
  /** Whether a header says that a proxy passed it on. */
  readonly isForwarded: () => boolean
  /** Whether it opens a socket. Browsers apply no cross-origin rules to sockets, so their Origin is checked like that of a change. */
  readonly isUpgrade: boolean
  /** Whether sandboxed pages of the service may embed the response. Browsers call their requests cross-site. */
  readonly isEmbedded: boolean
}

export interface AccessOptions extends OriginOptions {
  readonly token: string | null
  /** Whether a program in a lane sent a request, as far as that can be seen. */
  readonly isFromLane?: (arrival: Arrival) => boolean
}

/** Returns who makes a request that needs this permission, or why they may not. */
export type Admit = (permission: PermissionName, arrival: Arrival) => Caller | Rejection

/** One check of a request. Null lets it pass. */
type Check = (arrival: Arrival) => Rejection | null

/**
 * Returns the policy of this service, for routes and sockets. Each kind of entry has its checks, in the order in which they
 * refuse. The Host and the path of a request were checked before (`front.ts`).
 */
export const admission = (options: AccessOptions): Admit => {
  const [requireToken, refuseOrigin, refuseSite] = [tokenGuard(options.token), originGuard(options), siteGuard(options)]
  const isOwnOrigin = ownOrigin(options)

  const hook: Check = (arrival) =>
    hookGuard({
      ownOrigin: isOwnOrigin(senderOf(arrival)),
      fetchSite: arrival.header('sec-fetch-site'),
      contentType: arrival.header('content-type'),
      remoteAddress: arrival.remoteAddress,
    })
  const token: Check = ({ header, query }) =>
    requireToken({
      authorization: header('authorization'),
      header: header('x-dashboard-token'),
      query: query('token'),
    })
  const origin: Check = (arrival) => (changes(arrival) ? refuseOrigin(senderOf(arrival)) : null)
  const site: Check = (arrival) => (arrival.isEmbedded ? null : refuseSite(senderOf(arrival)))

  const checks = { open: [origin], openLocally: [origin], hook: [hook], guarded: [token, site, origin] }

  return (name, arrival) => {
    for (const check of checks[permissionNamed(name).entry]) {
      const refused = check(arrival)
      if (refused !== null) return refused
    }
    if (permissionNamed(name).serverOnly)
      return reject('ELOCALMODE', 'this service runs in local mode, which has no accounts')
    if (permissionNamed(name).types && options.isFromLane?.(arrival) === true) return REFUSED_IN_LANES
    // Local mode has a single user.
    return callerFor(localPrincipal, name, 'http')
  }
}

export const senderOf = ({ header }: Arrival): Sender => ({
  origin: header('origin'),
  host: header('host'),
  fetchSite: header('sec-fetch-site'),
})

export const changes = ({ method, isUpgrade }: Arrival): boolean =>
  isUpgrade || !(method === 'GET' || method === 'HEAD' || method === 'OPTIONS')
