import { dateOf, everyDay } from '../format/days.js'

interface CalendarDay {
  readonly date: string
  readonly count: number
  /** From the left, in weeks. */
  readonly week: number
  /** 0 is Monday. */
  readonly weekday: number
  /** 0 for nothing, then 1 to 4 by the quarter of the busiest day's count. */
  readonly level: number
}

const WEEK = 7
const LEVELS = 4

const weekdayOf = (date: string): number => (new Date(`${date}T00:00:00Z`).getUTCDay() + WEEK - 1) % WEEK

/** The last weeks by day, the current week to the right; days to come are left out. */
export function calendarOf(counts: ReadonlyMap<string, number>, now: number, weeks: number): readonly CalendarDay[] {
  const today = dateOf(now)
  const days = everyDay(dateOf(now, (weeks - 1) * WEEK + weekdayOf(today)), today)
  const most = Math.max(...days.map((date) => counts.get(date) ?? 0))
  return days.map((date, index) => {
    const count = counts.get(date) ?? 0
    return {
      date,
      count,
      week: Math.floor(index / WEEK),
      weekday: index % WEEK,
      level: Math.ceil((count / Math.max(1, most)) * LEVELS),
    }
  })
}
