import { dayIn, startOfCivilDay, type Zone, zoneNamed } from '../reports/zone.js'
import { DAY, type Instant, MINUTE } from '../time.js'

/** Why a turn failed, as far as its text says it. */
export const FAILURE_KINDS = ['limit', 'login', 'billing', 'context', 'overloaded', 'network', 'other'] as const
export type FailureKind = (typeof FAILURE_KINDS)[number]

/** In this order: a limit that was reached may name the bill, and an overloaded service its limit on requests. */
const SIGNS: readonly (readonly [FailureKind, RegExp])[] = [
  ['context', /context (window|length|limit)|prompt is too long|input is too long|max_output_tokens|too many tokens/i],
  ['overloaded', /overloaded|at capacity|\b(?:502|503|529)\b|service unavailable|server_error|internal server error/i],
  ['billing', /billing|credit balance|payment|insufficient_quota|out of credits/i],
  [
    'limit',
    /limit (?:reached|exceeded)|(?:usage|session|weekly|hour) limit|rate[_ -]?limit|too many requests|\b429\b|try again (?:in|at|after)|\bresets? (?:at|in|\d)/i,
  ],
  [
    'login',
    /authenticat|unauthori[sz]ed|log ?in again|\/login|invalid api key|oauth|expired token|token expired|\b40[13]\b/i,
  ],
  [
    'network',
    /econn|etimedout|enotfound|eai_again|connection error|network error|stream disconnected|socket hang ?up|timed? ?out/i,
  ],
]

/** Returns the kind of a failure from the words of the CLI. */
export const failureKindOf = (text: string): FailureKind => SIGNS.find(([, sign]) => sign.test(text))?.[0] ?? 'other'

const EPOCH = /\|(\d{10})(?:\D|$)/
const CLOCK = /(?:resets?|again|until)\s+(?:at\s+)?(\d{1,2})(?::(\d{2}))?\s*([ap]m)?\b(?:\s*\(([\w/+-]+)\))?/i
const SPAN =
  /(?:in|after)\s+((?:~?\d+\s*(?:days?|hours?|hrs?|minutes?|mins?|seconds?|secs?|[dhms])\b[\s,]*(?:and\s+)?)+)/i
const PART = /(\d+)\s*([dhms])/gi
const UNITS: Readonly<Record<string, Instant>> = { d: DAY, h: 60 * MINUTE, m: MINUTE, s: 1000 }

/**
 * Returns when a limit resets, from the words of the CLI: a time of day (in the zone that it names, else in `zone`), a time to wait,
 * or seconds since 1970. Null if they say none of these.
 * @param at when the turn failed
 */
export const resetOf = (text: string, at: Instant, zone: Zone): Instant | null => {
  const [, epoch] = EPOCH.exec(text) ?? []
  if (epoch !== undefined) return Number(epoch) * 1000
  const [, span] = SPAN.exec(text) ?? []
  if (span !== undefined) {
    const parts = [...span.matchAll(PART)]
    return parts.reduce((sum, [, count, unit = 's']) => sum + Number(count) * (UNITS[unit.toLowerCase()] ?? 0), at)
  }
  const [, hours, minutes = '0', half, name] = CLOCK.exec(text) ?? []
  if (hours === undefined || (half === undefined && !text.includes(':'))) return null
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0)
  if (hour > 23 || Number(minutes) > 59) return null
  const where = (name === undefined ? undefined : zoneNamed(name)) ?? zone
  const ofDay = hour * 60 * MINUTE + Number(minutes) * MINUTE
  const today = startOfCivilDay(where, dayIn(where, at)) + ofDay
  return today > at ? today : startOfCivilDay(where, dayIn(where, at) + 1) + ofDay
}
