import type { IncomingMessage } from 'node:http'
import type { Rejection } from '../domain/rejection.js'
import { hostGuard } from './guards/host.js'

const body = ({ code, message, fields }: Rejection) => ({ error: { code, message, ...fields } })

/** A rejection as the contract's envelope. */
export const envelope = (rejection: Rejection, headers: Readonly<Record<string, string>> = {}): Response =>
  Response.json(body(rejection), { status: rejection.status, headers })

/** The host guard on the raw request: a Host that is no host must not even become a URL. */
export const admitHost = (allowedHosts: readonly string[]) => {
  const guard = hostGuard(allowedHosts)
  return ({ headers }: IncomingMessage): { readonly status: number; readonly body: string } | null => {
    const refused = guard(headers.host)
    return refused === null ? null : { status: refused.status, body: JSON.stringify(body(refused)) }
  }
}
