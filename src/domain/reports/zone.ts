import { DAY, type Instant, isInstant, MINUTE, QUARTER } from '../time.js'

/** A time zone of the IANA database. */
export interface Zone {
  readonly name: string
  /** Minutes to add to local time to get UTC, like JavaScript's `getTimezoneOffset`. */
  readonly offsetAt: (at: Instant) => number
}

/** A time range in which a zone keeps its offset: from `from` (inclusive) to `to` (exclusive). */
export interface Stretch {
  readonly from: Instant
  readonly to: Instant
  readonly offset: number
}

const SHIFT = /GMT([+-])(\d\d):(\d\d)/
const QUARTER_MINUTES = QUARTER / MINUTE

/** Returns the zone with a name; undefined if it does not exist. */
export const zoneNamed = (name: string): Zone | undefined => {
  let format: Intl.DateTimeFormat
  try {
    format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' })
  } catch {
    return undefined
  }
  return {
    name,
    offsetAt: (at) => {
      const [, sign, hours, minutes] = SHIFT.exec(format.format(at)) ?? []
      const ahead = (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0))
      // Historic local mean times are not whole quarter hours. No usage is that old, but a broken clock may say so.
      return -Math.round(ahead / QUARTER_MINUTES) * QUARTER_MINUTES || 0
    },
  }
}

/** Returns the time zone of this machine. */
export const machineZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * Returns ranges of constant offset that cover the given days (UTC, counted from 1970, ascending). Time between the days belongs
 * to either neighbour: the work grows with the number of days, not with how far apart they are.
 */
export const stretchesOver = (zone: Zone, days: readonly number[]): readonly Stretch[] => {
  const stretches: Stretch[] = []
  let next: { readonly day: number; readonly offset: number } | null = null
  const extend = (from: Instant, to: Instant, offset: number): void => {
    const last = stretches.at(-1)
    if (last?.offset === offset) stretches[stretches.length - 1] = { ...last, to }
    else stretches.push({ from, to, offset })
  }
  for (const day of days) {
    const [from, to] = [day * DAY, (day + 1) * DAY]
    const offset: number = next?.day === day ? next.offset : zone.offsetAt(from)
    const after = zone.offsetAt(to)
    next = { day: day + 1, offset: after }
    if (after === offset) extend(from, to, offset)
    else {
      const change = firstOther(zone, from, to, offset)
      extend(from, change, offset)
      if (change < to) extend(change, to, after)
    }
  }
  return stretches
}

/** Returns the first quarter hour in (`before`, `after`] that has another offset, by binary search. */
const firstOther = (zone: Zone, before: Instant, after: Instant, offset: number): Instant => {
  let [low, high] = [Math.floor(before / QUARTER), Math.ceil(after / QUARTER)]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (zone.offsetAt(middle * QUARTER) === offset) low = middle
    else high = middle
  }
  return high * QUARTER
}

const DAY_QUARTERS = DAY / QUARTER

/**
 * Returns a function that gives the offset of a zone during a quarter hour, in minutes like JavaScript's `getTimezoneOffset`. It
 * asks the zone once a day, because that is slow.
 */
export const quarterOffsets = (zone: Zone): ((quarter: number) => number) => {
  const starts = new Map<number, number>()
  const startOf = (day: number): number => {
    let offset = starts.get(day)
    if (offset === undefined) starts.set(day, (offset = zone.offsetAt(day * DAY)))
    return offset
  }
  return (quarter) => {
    const day = Math.floor(quarter / DAY_QUARTERS)
    const offset = startOf(day)
    return startOf(day + 1) === offset ? offset : zone.offsetAt(quarter * QUARTER)
  }
}

const CIVIL = /^(\d{4})-(\d{2})-(\d{2})$/

/** Returns a civil date as days since 1970-01-01; undefined for an invalid date. */
export const civilDay = (date: string): number | undefined => {
  const [, year, month, day] = CIVIL.exec(date) ?? []
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day))
  return isInstant(at) && new Date(at).toISOString().slice(0, 10) === date ? at / DAY : undefined
}

/** Returns the civil day of an instant in a zone, counted like days in UTC. */
export const dayIn = (zone: Zone, at: Instant): number => Math.floor((at - zone.offsetAt(at) * MINUTE) / DAY)

/** Returns when a civil day starts. Where the clocks change at midnight, that is not midnight. */
export const startOfCivilDay = (zone: Zone, day: number): Instant => {
  const midnight = day * DAY
  const starts = [midnight - DAY, midnight + DAY]
    .map((near) => midnight + zone.offsetAt(Math.max(0, near)) * MINUTE)
    .filter((at) => dayIn(zone, at) >= day)
  return Math.max(0, Math.min(...starts, midnight + DAY))
}
