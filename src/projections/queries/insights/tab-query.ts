import type { Between } from '../../../domain/insights/occurrences.js'
import type { Kept, PeriodSums } from '../../../domain/insights/period-sums.js'
import { dayIn, quarterOffsets, startOfCivilDay, type Zone, zoneNamed } from '../../../domain/reports/zone.js'
import { civilDate, DAY, type Instant, MINUTE, QUARTER } from '../../../domain/time.js'
import type { Scope } from '../filter.js'

/** The query of a tab of Insights, as it can be sent to another thread. */
export interface TabQuery extends Scope {
  /** Inclusive; undefined means from the beginning. */
  readonly from: Instant | undefined
  /** Exclusive; undefined means until now. */
  readonly to: Instant | undefined
  /** A name that `zoneNamed` knows. */
  readonly timezone: string
  readonly cwd: readonly string[]
  readonly model: readonly string[]
}

/** Sums what happened in the sessions of a query within a time range. */
export type SumsOf = (between: Between, keep?: Kept) => PeriodSums

/** Later than every event. */
const END: Instant = (1e8 + 1) * DAY

/** A query with its zone and time ranges. */
export interface TabPeriod {
  readonly zone: Zone
  readonly between: Between
  /** The range of equal length before it, in days of the zone where it starts and ends with one; null if it has no start. */
  readonly previous: Between | null
}

/** Returns the time range of a query; null if it has no bounds. */
export const betweenOf = ({
  from,
  to,
}: {
  readonly from?: Instant | undefined
  readonly to?: Instant | undefined
}): Between | null => (from === undefined && to === undefined ? null : { from: from ?? 0, to: to ?? END })

export const periodOf = ({ from, to, timezone }: TabQuery, now: Instant): TabPeriod => {
  const zone = zoneNamed(timezone)
  if (zone === undefined) throw new Error(`unknown time zone ${timezone}`)
  return { zone, between: { from: from ?? 0, to: to ?? END }, previous: rangeBefore(zone, from, to ?? now) }
}

const rangeBefore = (zone: Zone, from: Instant | undefined, to: Instant): Between | null => {
  if (from === undefined || to <= from) return null
  const [first, end] = [dayIn(zone, from), dayIn(zone, to)]
  const hasDays = startOfCivilDay(zone, first) === from && startOfCivilDay(zone, end) === to
  return { from: hasDays ? startOfCivilDay(zone, first - (end - first)) : Math.max(0, 2 * from - to), to: from }
}

/** Quarter hours whose local hour is remembered: half a year. A power of two. */
const REMEMBERED = 2 ** 14

/** Returns a function that gives the local hour of a quarter hour, counted from 1970. It is called for each counter. */
export const hoursIn = (zone: Zone): ((quarter: number) => number) => {
  const offsetOf = quarterOffsets(zone)
  const quarters = new Float64Array(REMEMBERED).fill(Number.NaN)
  const hours = new Float64Array(REMEMBERED)
  return (quarter) => {
    const place = quarter & (REMEMBERED - 1)
    if (quarters[place] !== quarter) {
      quarters[place] = quarter
      hours[place] = Math.floor((quarter * (QUARTER / MINUTE) - offsetOf(quarter)) / 60)
    }
    return hours[place] ?? 0
  }
}

/** Returns counts by day as a list of civil dates, in order. */
export const byDate = (days: ReadonlyMap<number, number> | undefined) =>
  [...(days ?? [])].toSorted(([a], [b]) => a - b).map(([day, count]) => ({ date: civilDate(day * DAY), count }))

/** Adds up counts by day over the parts of a series. */
export const joinedDays = (
  parts: ReadonlyMap<string, ReadonlyMap<number, number>> | undefined,
): ReadonlyMap<number, number> => {
  const sums = new Map<number, number>()
  for (const days of parts?.values() ?? []) for (const [day, n] of days) sums.set(day, (sums.get(day) ?? 0) + n)
  return sums
}
