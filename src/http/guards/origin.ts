import { reject, type Rejection } from '../../domain/rejection.js'
import { hostName, isLoopbackName } from './host.js'

const ORIGIN = /^https?:\/\/(.+)$/

/**
 * Whether an Origin header is one of ours: a loopback origin, or the request's own host when that is allowed. Compared
 * whole; `null`, files, extensions and origins without a scheme are foreign. A request without an Origin is no browser's.
 */
export const isOwnOrigin = (
  origin: string | undefined,
  host: string | undefined,
  allowedHosts: readonly string[],
): boolean => {
  if (origin === undefined) return true
  const authority = ORIGIN.exec(origin.toLowerCase())?.[1]
  const name = hostName(authority)
  if (authority === undefined || name === null) return false
  if (isLoopbackName(name)) return true
  return authority === host?.toLowerCase() && allowedHosts.includes(name)
}

export const originGuard =
  (allowedHosts: readonly string[]) =>
  (origin: string | undefined, host: string | undefined): Rejection | null =>
    isOwnOrigin(origin, host, allowedHosts) ? null : reject('EBADORIGIN', 'this origin may not change anything here')
