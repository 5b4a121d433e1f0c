import type { IncomingMessage } from 'node:http'
import type { Rejection } from '../../domain/rejection.js'
import { hostGuard } from './host.js'
import { refusePath } from './path.js'

/**
 * Returns the first check of every request, before a URL is built from it: its Host header must be known, and its path must be
 * the one that routes are matched with.
 */
export const frontGuard = (allowedHosts: readonly string[]) => {
  const refuseHost = hostGuard(allowedHosts)
  return ({ headers, url }: IncomingMessage): Rejection | null => refuseHost(headers.host) ?? refusePath(url ?? '/')
}
