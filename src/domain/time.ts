/**
 * A point in time: milliseconds since the epoch. It may carry a fraction: two hooks that arrive within one
 * millisecond keep their order that way. Shown as ISO 8601 with milliseconds.
 */
export type Instant = number

export const MINUTE: Instant = 60_000
export const DAY: Instant = 86_400_000
/** Usage and events are counted per quarter of an hour: every time zone in use is a whole number of them from UTC. */
export const QUARTER: Instant = 15 * MINUTE

// Beyond this Date has no value; a hostile timestamp must not turn every later read into an error.
const MAX_INSTANT = 8.64e15

export const isInstant = (value: unknown): value is Instant =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 && value <= MAX_INSTANT

/** ISO 8601 in UTC with milliseconds; null stays null. */
export function iso(at: Instant): string
export function iso(at: Instant | null): string | null
export function iso(at: Instant | null): string | null {
  return at === null ? null : new Date(Math.min(Math.max(0, at), MAX_INSTANT)).toISOString()
}

/** A date-time of the wire, or undefined when it is none. */
export const parseInstant = (value: unknown): Instant | undefined => {
  if (typeof value !== 'string') return undefined
  const at = Date.parse(value)
  return isInstant(at) ? at : undefined
}

/** From an instant on, up to another that no longer belongs to it. */
export interface Span {
  readonly from: Instant
  readonly to: Instant
}

export const quarterOf = (at: Instant): number => Math.floor(at / QUARTER)

/** The civil date (`YYYY-MM-DD`) of an instant; `offsetMinutes` as JavaScript's `getTimezoneOffset` gives it. */
export const civilDate = (at: Instant, offsetMinutes = 0): string => iso(at - offsetMinutes * MINUTE).slice(0, 10)

/** Whether a text is a day that the calendar has, as `YYYY-MM-DD`. */
export const isCivilDate = (text: string): boolean => {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(at) && civilDate(at) === text
}

/** The caller's day that `now` lies in. */
export const dayOf = (now: Instant, offsetMinutes: number): Span => {
  const from = startOfDay(now, offsetMinutes)
  return { from, to: from + DAY }
}

/** Start of the caller's day that `now` lies in. */
export const startOfDay = (now: Instant, offsetMinutes: number): Instant =>
  Math.floor((now - offsetMinutes * MINUTE) / DAY) * DAY + offsetMinutes * MINUTE
