// A day is a date such as `2026-11-02`, in the time zone of the user.

const DAY_MS = 86_400_000

const two = (part: number): string => String(part).padStart(2, '0')

/** Returns the day of an instant, or a day before it. */
export function dateOf(now: number, daysBefore = 0): string {
  const day = new Date(now)
  day.setDate(day.getDate() - daysBefore)
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}

/** Returns when a day starts, or a day after it. */
export function startOfDay(date: string, daysLater = 0): Date {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return new Date(year, month - 1, day + daysLater)
}

/** Returns the day so many days later. */
export const dayAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)

/** Returns the number of days from the first to the last, both included. */
export const daysIn = (first: string, last: string): number =>
  Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS) + 1

/** Returns every day from the first to the last, both included: days without work must be visible. */
export const everyDay = (first: string, last: string): readonly string[] =>
  Array.from({ length: Math.max(0, daysIn(first, last)) }, (_, index) => dayAfter(first, index))

/** Returns the first day of the month so many months later. */
export function monthAfter(date: string, months: number): string {
  const [year = 0, month = 1] = date.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10)
}

/** Returns the weeks of a month from Monday on, with the days of its neighbours that fill them. */
export function weeksOf(date: string): readonly (readonly string[])[] {
  const [first, next] = [monthAfter(date, 0), monthAfter(date, 1)]
  const monday = dayAfter(first, -((new Date(first).getUTCDay() + 6) % 7))
  const weeks = Math.ceil((daysIn(monday, next) - 1) / 7)
  return Array.from({ length: weeks }, (_, week) =>
    everyDay(dayAfter(monday, week * 7), dayAfter(monday, week * 7 + 6)),
  )
}
