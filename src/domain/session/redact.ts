/** Members whose values are secrets wherever they stand. A cheap test first: nearly no hook has one. */
const SECRET_MEMBER =
  /"(?:authorization|proxy-authorization|cookie|set-cookie|x-api-key|api[-_]?key|password|client_secret|access_token|refresh_token)"\s*:/i
const SECRET_KEY =
  /^(?:authorization|proxy-authorization|cookie|set-cookie|x-api-key|api[-_]?key|password|client_secret|access_token|refresh_token)$/i
const REDACTED = '[redacted]'

// A body within this is stored as it came; in a longer one every value above the limit is shortened and marked.
const WHOLE_BODY = 256 * 1024
const LONG_VALUE = 64 * 1024
// SQLite and other readers refuse JSON nested deeper than a thousand levels.
const MAX_DEPTH = 200

/**
 * The payload as it is stored, as JSON: secrets redacted, overlong values shortened and marked, nesting bounded.
 * Returns the given text untouched where nothing of that is needed.
 */
export const storable = (json: string, payload: unknown): string => {
  const long = json.length > WHOLE_BODY
  if (!long && !SECRET_MEMBER.test(json) && !looksDeep(json)) return json
  return JSON.stringify(cleaned(payload, long, 0))
}

// More closing brackets in a row than any honest payload has.
const looksDeep = (json: string): boolean => /[\]}]{64}/.test(json)

const cleaned = (value: unknown, long: boolean, depth: number): unknown => {
  if (depth > MAX_DEPTH) return '[nested too deep]'
  if (typeof value === 'string') {
    if (!long || value.length <= LONG_VALUE) return value
    return `${value.slice(0, LONG_VALUE)}[shortened from ${value.length} characters]`
  }
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => cleaned(item, long, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      SECRET_KEY.test(key) && typeof member === 'string' ? REDACTED : cleaned(member, long, depth + 1),
    ]),
  )
}
