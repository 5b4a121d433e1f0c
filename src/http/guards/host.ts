import { reject, type Rejection } from '../../domain/rejection.js'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]', '0.0.0.0'])
// Whole-string: a name, an IPv4 address or a bracketed IPv6 address, and a port. Never parsed as a URL, which forgives.
const HOST = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/

/** The host name of a Host header, null when it is none. */
export const hostName = (header: string | undefined): string | null =>
  HOST.exec(header?.toLowerCase() ?? '')?.[1] ?? null

export const isLoopbackName = (name: string): boolean => LOOPBACK.has(name)

/** Refuses hosts that are not ours: a rebound DNS name must not reach a service of the loopback interface. */
export const hostGuard =
  (allowedHosts: readonly string[]) =>
  (header: string | undefined): Rejection | null => {
    const name = hostName(header)
    if (name !== null && (isLoopbackName(name) || allowedHosts.includes(name))) return null
    return reject('EBADHOST', 'this host name is not allowed; add it to DASHBOARD_ALLOWED_HOSTS')
  }
