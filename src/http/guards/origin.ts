import { reject, type Rejection } from '../../domain/rejection.js'
import { hostName, isLoopbackName } from './host.js'

const ORIGIN = /^https?:\/\/(.+)$/

/**
 * Whether an Origin header is one of ours: a loopback origin, or the request's own host when it is allowed. The whole value is
 * compared. `null`, files, extensions and origins without a scheme are foreign. Requests without an Origin do not come from a
 * web page's script and pass.
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
    isOwnOrigin(origin, host, allowedHosts)
      ? null
      : reject('EBADORIGIN', 'this origin is not allowed; add its host to DASHBOARD_ALLOWED_HOSTS')
