import { reject, type Rejection } from '../../domain/rejection.js'

const LAST_PORT = 65_535
const LOOPBACK = new Set(['localhost', 'switchyard.localhost', '127.0.0.1', '[::1]', '0.0.0.0'])
// Matches the whole header: a name, an IPv4 address or a bracketed IPv6 address, and a port. URL parsing would be too lenient.
const HOST = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/

/** Returns the host name of a Host header; null when it is invalid. */
export const hostName = (header: string | undefined): string | null => {
  const [, name = null, port = '0'] = HOST.exec(header?.toLowerCase() ?? '') ?? []
  return Number(port) <= LAST_PORT ? name : null
}

export const isLoopbackName = (name: string): boolean => LOOPBACK.has(name)

/** Returns a guard against unknown hosts: DNS rebinding must not reach a service on the loopback interface. */
export const hostGuard =
  (allowedHosts: readonly string[]) =>
  (header: string | undefined): Rejection | null => {
    const name = hostName(header)
    if (name !== null && (isLoopbackName(name) || allowedHosts.includes(name))) return null
    return reject('EBADHOST', 'this host name is not allowed; add it to DASHBOARD_ALLOWED_HOSTS')
  }
