import { reject, type Rejection } from '../../domain/rejection.js'
import { hostName, isLoopbackName } from './host.js'

/** Which web pages may use the service: those of every loopback origin, or its own only. */
export type OriginRule = 'loopback' | 'own'

export interface OriginOptions {
  readonly allowedHosts: readonly string[]
  /** The default is `loopback`. */
  readonly origins?: OriginRule
}

/** The headers by which a browser says where a request comes from. */
export interface Sender {
  readonly origin: string | undefined
  readonly host: string | undefined
  readonly fetchSite: string | undefined
}

const ORIGIN = /^https?:\/\/(.+)$/

const REFUSED = {
  loopback: 'this origin is not allowed; add its host to DASHBOARD_ALLOWED_HOSTS',
  own: 'this origin is not allowed: DASHBOARD_ORIGINS=own accepts the pages of this service only',
} as const

/**
 * Returns whether an Origin header is one of ours: a loopback origin, unless the rule is `own`, or the request's own host when
 * it is allowed. The whole value is compared. `null`, files, extensions and origins without a scheme are foreign. A missing
 * Origin is not foreign: scripts of web pages always send one.
 */
export const ownOrigin =
  ({ allowedHosts, origins = 'loopback' }: OriginOptions) =>
  ({ origin, host }: Pick<Sender, 'origin' | 'host'>): boolean => {
    if (origin === undefined) return true
    const authority = ORIGIN.exec(origin.toLowerCase())?.[1]
    const name = hostName(authority)
    if (authority === undefined || name === null) return false
    const isSame = authority === host?.toLowerCase()
    if (isLoopbackName(name)) return isSame || origins === 'loopback'
    return isSame && allowedHosts.includes(name)
  }

/** Returns the guard of changes and sockets. */
export const originGuard = (options: OriginOptions) => {
  const isOwn = ownOrigin(options)
  return (sender: Sender): Rejection | null =>
    isOwn(sender) ? null : reject('EBADORIGIN', REFUSED[options.origins ?? 'loopback'])
}

/**
 * Returns the guard of every route that a page of the service uses. It refuses what a browser marks as sent for a foreign page,
 * unless its Origin is accepted: images, frames and links bring none, and their GETs would start programs too.
 */
export const siteGuard = (options: OriginOptions) => {
  const isOwn = ownOrigin(options)
  const foreign = options.origins === 'own' ? ['cross-site', 'same-site'] : ['cross-site']
  return (sender: Sender): Rejection | null => {
    if (!foreign.includes(sender.fetchSite ?? '') || (sender.origin !== undefined && isOwn(sender))) return null
    return reject('EBADORIGIN', 'requests of other web pages are not accepted')
  }
}
