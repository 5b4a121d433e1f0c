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

/** Returns the civil day of a date, as `2026-11-02`. */
export const civilDay = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-')

/** Returns the start of a civil day. */
export function startOfDay(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date)
}

/** Returns the period of two civil days, both inclusive. */
export const periodBetween = (from: string | undefined, to: string | undefined): Period => ({
  ...(from === undefined ? {} : { from: startOfDay(from) }),
  ...(to === undefined ? {} : { to: before(dayAt(startOfDay(to), 1)) }),
})

/** Returns the weeks of a month from Monday on, with the days of its neighbours that fill them. */
export function weeksOf(month: Date): readonly (readonly Date[])[] {
  const first = monthAt(month, 0)
  const back = (first.getDay() + 6) % 7
  const length = new Date(first.getFullYear(), first.getMonth() + 1, 0).getDate()
  const weeks = Math.ceil((back + length) / 7)
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_day, day) => dayAt(first, week * 7 + day - back)),
  )
}
