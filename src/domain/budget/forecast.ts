import { type PeriodDays, weekdayOf } from './budget.js'

/** What is known of the cost of the last days. */
export interface KnownCosts {
  /** USD by civil day, counted from 1970. A day without usage may be absent. */
  readonly byDay: ReadonlyMap<number, number>
  readonly today: number
  /** The share of today that is still to come, from 0 to 1. */
  readonly restOfToday: number
}

/** How many days before today a forecast considers. */
export const FORECAST_DAYS = 28
const WEEK = 7
/** A rate over less than six hours says nothing about a day. */
const SHORTEST = 0.25

/**
 * Returns what will have been spent at the end of a period, in USD. To what is spent, it adds for each day to come the mean of the
 * same weekday in the last four weeks; today counts by the share that is left of it. Days before the first usage do not count.
 *
 * With less than a week of history, each day to come counts the mean of all days so far. Null if that is less than six hours.
 */
export const forecastOf = (known: KnownCosts, { first, last }: PeriodDays): number | null => {
  const { byDay, today, restOfToday } = known
  const costOf = (day: number): number => byDay.get(day) ?? 0
  const sum = (from: number, to: number): number => range(from, to).reduce((total, day) => total + costOf(day), 0)
  const since = range(today - FORECAST_DAYS, today).find((day) => costOf(day) > 0) ?? today
  const spent = sum(first, today)
  const days = today - since
  if (days >= WEEK) {
    const mean = (day: number): number =>
      meanOf(
        range(since, today - 1)
          .filter(sameWeekday(day))
          .map(costOf),
      )
    return spent + mean(today) * restOfToday + range(today + 1, last).reduce((total, day) => total + mean(day), 0)
  }
  const elapsed = days + 1 - restOfToday
  if (elapsed < SHORTEST) return null
  return spent + (sum(since, today) / elapsed) * (restOfToday + last - today)
}

const sameWeekday =
  (day: number) =>
  (other: number): boolean =>
    weekdayOf(other) === weekdayOf(day)

const meanOf = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((total, value) => total + value, 0) / values.length

/** Returns the whole numbers from one to another, both inclusive; none if the second is smaller. */
const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i)
