import type { IncomingMessage } from 'node:http'
import { reject, type Rejection } from '../domain/rejection.js'
import { frontGuard } from './access/front.js'

const body = ({ code, message, fields }: Rejection) => ({ error: { code, message, ...fields } })

/** Returns a rejection as the API's error response. */
export const envelope = (rejection: Rejection, headers: Readonly<Record<string, string>> = {}): Response =>
  Response.json(body(rejection), { status: rejection.status, headers: { ...headers, ...retryAfter(rejection) } })

/** When a client may try again, in seconds. */
const retryAfter = ({ code, fields }: Rejection): Readonly<Record<string, string>> => {
  if (code === 'EREBUILDING') return { 'retry-after': '2' }
  if (code !== 'ETOOMANY') return {}
  const seconds = fields['retry_after']
  return { 'retry-after': typeof seconds === 'number' ? String(seconds) : '1' }
}

interface RawRefusal {
  readonly status: number
  readonly body: string
}

const raw = (rejection: Rejection): RawRefusal => ({ status: rejection.status, body: JSON.stringify(body(rejection)) })

/** Returns the response to an unreadable request, by Node's error code. */
export const refuseUnreadable = (code: string): RawRefusal => {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return raw({ ...reject('ETOOBIG', 'the headers are too large'), status: 431 })
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return raw(reject('ETOOBIG', 'the chunk extensions are too large'))
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return raw(reject('ETIMEOUT', 'the request timed out'))
    default:
      return raw(reject('INVALID_INPUT', 'not a valid HTTP request'))
  }
}

/** Returns the first check of a raw request, as the HTTP server sends its refusal. */
export const refuseAtFront = (allowedHosts: readonly string[]) => {
  const guard = frontGuard(allowedHosts)
  return (request: IncomingMessage): RawRefusal | null => {
    const refused = guard(request)
    return refused === null ? null : raw(refused)
  }
}
