import type { HookPayload } from './payload.js'

/** Members whose values are secrets at any depth. This pattern is a cheap test of the whole text: almost no hook has one. */
const SECRET_MEMBER =
  /"(?:authorization|proxy-authorization|cookie|set-cookie|x-api-key|api[-_]?key|password|client_secret|access_token|refresh_token)"\s*:/i
const SECRET_KEY =
  /^(?:authorization|proxy-authorization|cookie|set-cookie|x-api-key|api[-_]?key|password|client_secret|access_token|refresh_token)$/i
const REDACTED = '[redacted]'

interface Storable {
  readonly payload: HookPayload
  readonly json: string
}

/**
 * Returns the payload to store: secrets are redacted. `body` is the text in which the payload arrived; it shows cheaply
 * whether there are any. `json` is the JSON text of the payload, if the caller has it.
 */
export const storable = (body: string, payload: HookPayload, json?: string): Storable => {
  if (!SECRET_MEMBER.test(body)) return { payload, json: json ?? JSON.stringify(payload) }
  const clean = cleaned(payload) as HookPayload
  return { payload: clean, json: JSON.stringify(clean) }
}

const cleaned = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(cleaned)
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, SECRET_KEY.test(key) ? redacted(member) : cleaned(member)]),
  )
}

const redacted = (value: unknown): unknown => {
  if (value === null || typeof value === 'boolean') return value
  return Array.isArray(value) ? value.map(() => REDACTED) : REDACTED
}
