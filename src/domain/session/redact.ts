import { isDeeper, MAX_DEPTH, TOO_DEEP } from '../depth.js'
import type { HookPayload } from './payload.js'

/** Members whose values are secrets at any depth. This pattern is a cheap test of the whole text: almost no hook has one. */
const SECRET_MEMBER =
  /"(?:authorization|proxy-authorization|cookie|set-cookie|x-api-key|api[-_]?key|password|client_secret|access_token|refresh_token)"\s*:/i
const SECRET_KEY =
  /^(?:authorization|proxy-authorization|cookie|set-cookie|x-api-key|api[-_]?key|password|client_secret|access_token|refresh_token)$/i
const REDACTED = '[redacted]'

// A body up to this size is stored in full. In a longer one every value above LONG_VALUE is shortened and marked.
const WHOLE_BODY = 256 * 1024
const LONG_VALUE = 64 * 1024

interface Storable {
  readonly payload: HookPayload
  readonly json: string
}

/**
 * Returns a payload as it is stored: secrets redacted, overlong values shortened and marked, nesting bounded. `body` is the text
 * in which the payload arrived; it shows cheaply whether any of that is needed. `json` is the JSON text of the payload, if the
 * caller has it.
 */
export const storable = (body: string, payload: HookPayload, json?: string): Storable => {
  const long = body.length > WHOLE_BODY
  if (!long && !SECRET_MEMBER.test(body) && !isDeeper(payload))
    return { payload, json: json ?? JSON.stringify(payload) }
  const clean = cleaned(payload, long, 0) as HookPayload
  return { payload: clean, json: JSON.stringify(clean) }
}

const cleaned = (value: unknown, long: boolean, depth: number): unknown => {
  if (typeof value === 'string') {
    if (!long || value.length <= LONG_VALUE) return value
    return `${value.slice(0, LONG_VALUE)}[shortened from ${value.length} characters]`
  }
  if (typeof value !== 'object' || value === null) return value
  if (depth >= MAX_DEPTH) return TOO_DEEP
  if (Array.isArray(value)) return value.map((item) => cleaned(item, long, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      SECRET_KEY.test(key) ? redacted(member) : cleaned(member, long, depth + 1),
    ]),
  )
}

const redacted = (value: unknown): unknown => {
  if (value === null || typeof value === 'boolean') return value
  return Array.isArray(value) ? value.map(() => REDACTED) : REDACTED
}
