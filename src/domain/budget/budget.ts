import { dayIn, startOfCivilDay, type Zone } from '../reports/zone.js'
import { civilDate, DAY, type Instant } from '../time.js'

export const BUDGET_PERIODS = ['day', 'week', 'month'] as const
export type BudgetPeriod = (typeof BUDGET_PERIODS)[number]

/** The shares of a budget, in percent, at which it can raise an alert. */
export const BUDGET_SHARES = [50, 80, 100] as const
export type BudgetShare = (typeof BUDGET_SHARES)[number]

/** How much of a budget was used up when this was last checked: the highest of its shares, or 0. */
export interface Reached {
  /** First day of the period, as `YYYY-MM-DD`. */
  readonly periodStart: string
  readonly percent: number
}

/** A limit on cost in each period, for all sessions or for those of one working directory. */
export interface Budget {
  readonly id: string
  readonly name: string
  readonly period: BudgetPeriod
  readonly cwd: string | null
  readonly amount_usd: number
  readonly timezone: string
  readonly enabled: boolean
  readonly alert_at: readonly BudgetShare[]
  /** Whether no agent starts in a lane while it is used up. */
  readonly pauses_starts: boolean
}

/** The civil days of a period, counted from 1970, both inclusive. */
export interface PeriodDays {
  readonly first: number
  readonly last: number
}

const WEEK = 7
/** Day 0 was a Thursday. Added to a day, it makes Mondays the multiples of seven. */
const TO_MONDAY = 3

/** Returns the weekday of a civil day: 0 is Monday. */
export const weekdayOf = (day: number): number => (day + TO_MONDAY) % WEEK

/** Returns the days of the period that contains a day. Weeks start on Monday. */
export const periodAround = (period: BudgetPeriod, day: number): PeriodDays => {
  switch (period) {
    case 'day':
      return { first: day, last: day }
    case 'week':
      return { first: day - weekdayOf(day), last: day - weekdayOf(day) + WEEK - 1 }
    default:
      return monthAround(day)
  }
}

const monthAround = (day: number): PeriodDays => {
  const [year = 0, month = 1] = civilDate(day * DAY)
    .split('-')
    .map(Number)
  return { first: Date.UTC(year, month - 1) / DAY, last: Date.UTC(year, month) / DAY - 1 }
}

/** Returns the share of a civil day that is still to come at an instant within it: 1 at its start, 0 at its end. */
export const restOfDay = (zone: Zone, at: Instant): number => {
  const day = dayIn(zone, at)
  const [from, to] = [startOfCivilDay(zone, day), startOfCivilDay(zone, day + 1)]
  return Math.min(1, Math.max(0, (to - at) / (to - from)))
}

/** Returns the highest share of a budget that an amount has reached; 0 if it has reached none. */
export const reachedBy = (
  { amount_usd, alert_at }: Pick<Budget, 'amount_usd' | 'alert_at'>,
  spentUsd: number,
): BudgetShare | 0 =>
  alert_at.filter((percent) => spentUsd * 100 >= amount_usd * percent).toSorted((a, b) => b - a)[0] ?? 0
