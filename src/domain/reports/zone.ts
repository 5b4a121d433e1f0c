import { DAY, type Instant, isInstant, MINUTE, QUARTER } from '../time.js'

/** A time zone of the IANA database. */
export interface Zone {
  readonly name: string
  /** Minutes to add for UTC at an instant, as JavaScript's `getTimezoneOffset` gives them. */
  readonly offsetAt: (at: Instant) => number
}

/** A stretch of time in which a zone keeps its offset: from `from` on, until before `to`. */
export interface Stretch {
  readonly from: Instant
  readonly to: Instant
  readonly offset: number
}

const SHIFT = /GMT([+-])(\d\d):(\d\d)/
const QUARTER_MINUTES = QUARTER / MINUTE

/** The zone of a name; undefined when there is none. */
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
      // Local mean times of long ago are no whole quarters; no usage is that old, but a broken clock may say so.
      return -Math.round(ahead / QUARTER_MINUTES) * QUARTER_MINUTES || 0
    },
  }
}

/** The zone this machine is set to. */
export const machineZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * Stretches of one offset that cover the given days (UTC, counted from 1970, growing). What lies between them belongs to
 * either neighbour: the work grows with the days, however far apart they are.
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

/** The first quarter of an hour in (`before`, `after`] that has another offset. */
const firstOther = (zone: Zone, before: Instant, after: Instant, offset: number): Instant => {
  let [low, high] = [Math.floor(before / QUARTER), Math.ceil(after / QUARTER)]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (zone.offsetAt(middle * QUARTER) === offset) low = middle
    else high = middle
  }
  return high * QUARTER
}

const CIVIL = /^(\d{4})-(\d{2})-(\d{2})$/

/** A civil date as days since 1970-01-01; undefined for what is no date. */
export const civilDay = (date: string): number | undefined => {
  const [, year, month, day] = CIVIL.exec(date) ?? []
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day))
  return isInstant(at) && new Date(at).toISOString().slice(0, 10) === date ? at / DAY : undefined
}

/** The civil day an instant lies in, counted like days in UTC. */
export const dayIn = (zone: Zone, at: Instant): number => Math.floor((at - zone.offsetAt(at) * MINUTE) / DAY)

/** When a civil day begins: not always at midnight, where the clocks change then. */
export const startOfCivilDay = (zone: Zone, day: number): Instant => {
  const midnight = day * DAY
  const starts = [midnight - DAY, midnight + DAY]
    .map((near) => midnight + zone.offsetAt(Math.max(0, near)) * MINUTE)
    .filter((at) => dayIn(zone, at) >= day)
  return Math.max(0, Math.min(...starts, midnight + DAY))
}
