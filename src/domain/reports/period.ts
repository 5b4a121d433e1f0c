import { civilDate, DAY } from '../time.js'

/** The periods that one row of a report can cover. */
export const PERIODS = ['daily', 'weekly', 'monthly'] as const
export type Period = (typeof PERIODS)[number]

const WEEK = 7
// 1970-01-01 was a Thursday; weeks start on Monday.
const MONDAY = 3

/** Returns the name of the period of a civil day (counted from 1970): a date, the Monday of a week, or a month. */
export const periodOf = (period: Period, day: number): string => {
  if (period === 'weekly') return civilDate(Math.max(0, Math.floor((day + MONDAY) / WEEK) * WEEK - MONDAY) * DAY)
  const date = civilDate(Math.max(0, day) * DAY)
  return period === 'monthly' ? date.slice(0, 7) : date
}
