import { startOfDay } from '../../format/days.js'

/** Periods that move with the time, for the last activity of sessions. */
export const RANGES = ['today', 'yesterday', '7d', '30d', '90d', 'month', 'last-month'] as const
export type RangeName = (typeof RANGES)[number]

export const isRange = (value: unknown): value is RangeName => RANGES.some((name) => name === value)

/** A period in the reader's time zone; `to` is the last instant. */
export interface Period {
  readonly from?: Date
  readonly to?: Date
}

const dayAt = (now: Date, days: number): Date => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days)
const monthAt = (now: Date, months: number): Date => new Date(now.getFullYear(), now.getMonth() + months, 1)
const before = (date: Date): Date => new Date(date.getTime() - 1)

/** Returns the period that a name means now. The last 7 days are today and the 6 days before. */
export function periodOf(range: RangeName, now: Date): Period {
  switch (range) {
    case 'today':
      return { from: dayAt(now, 0) }
    case 'yesterday':
      return { from: dayAt(now, -1), to: before(dayAt(now, 0)) }
    case '7d':
      return { from: dayAt(now, -6) }
    case '30d':
      return { from: dayAt(now, -29) }
    case '90d':
      return { from: dayAt(now, -89) }
    case 'month':
      return { from: monthAt(now, 0) }
    case 'last-month':
      return { from: monthAt(now, -1), to: before(monthAt(now, 0)) }
  }
}

/** Returns the period of two civil days, both inclusive. */
export const periodBetween = (from: string | undefined, to: string | undefined): Period => ({
  ...(from === undefined ? {} : { from: startOfDay(from) }),
  ...(to === undefined ? {} : { to: before(startOfDay(to, 1)) }),
})
