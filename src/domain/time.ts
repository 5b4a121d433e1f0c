/**
 * A point in time: milliseconds since the epoch. It may have a fraction, which keeps the order of two hooks that arrive within
 * one millisecond. Shown as ISO 8601 with milliseconds.
 */
export type Instant = number

export const MINUTE: Instant = 60_000
export const DAY: Instant = 86_400_000
/** Usage and events are counted per quarter hour: the UTC offset of every time zone in use is a multiple of it. */
export const QUARTER: Instant = 15 * MINUTE

// The largest time that Date can represent. A hostile timestamp must not turn every later read into an error.
const MAX_INSTANT = 8.64e15

export const isInstant = (value: unknown): value is Instant =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 && value <= MAX_INSTANT

/** Formats an instant as ISO 8601 in UTC with milliseconds; null stays null. */
export function iso(at: Instant): string
export function iso(at: Instant | null): string | null
export function iso(at: Instant | null): string | null {
  return at === null ? null : new Date(Math.min(Math.max(0, at), MAX_INSTANT)).toISOString()
}

/** Parses a date-time from outside; undefined if it is invalid. */
export const parseInstant = (value: unknown): Instant | undefined => {
  if (typeof value !== 'string') return undefined
  const at = Date.parse(value)
  return isInstant(at) ? at : undefined
}

/** A half-open time range: `from` is inclusive, `to` exclusive. */
export interface Span {
  readonly from: Instant
  readonly to: Instant
}

export const quarterOf = (at: Instant): number => Math.floor(at / QUARTER)

/** Returns the civil date (`YYYY-MM-DD`) of an instant. `offsetMinutes` has the sign of JavaScript's `getTimezoneOffset`. */
export const civilDate = (at: Instant, offsetMinutes = 0): string => iso(at - offsetMinutes * MINUTE).slice(0, 10)

/** Whether a text is an existing calendar day, as `YYYY-MM-DD`. */
export const isCivilDate = (text: string): boolean => {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(at) && civilDate(at) === text
}

/** Returns the caller's day that contains `now`. */
export const dayOf = (now: Instant, offsetMinutes: number): Span => {
  const from = startOfDay(now, offsetMinutes)
  return { from, to: from + DAY }
}

/** Returns the start of the caller's day that contains `now`. */
export const startOfDay = (now: Instant, offsetMinutes: number): Instant =>
  Math.floor((now - offsetMinutes * MINUTE) / DAY) * DAY + offsetMinutes * MINUTE
