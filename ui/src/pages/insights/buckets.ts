import { t } from '../../i18n/i18n.js'
import { calendarDay, calendarMonth, calendarRange, monthYear, weekdayDay } from '../../format/format.js'
import { dayAfter, daysIn } from '../../format/days.js'

/** The days that one bar covers. */
export interface Bucket {
  readonly first: string
  readonly last: string
  readonly label: string
  readonly title: string
  readonly isNow: boolean
}

export type Unit = 'day' | 'week' | 'month'

const MOST_DAYS = 92
const MOST_WEEKS = 104 * 7

/** Returns how much time a bar covers: as little as leaves the bars wide enough. */
export const unitOf = (first: string, last: string): Unit => {
  const days = daysIn(first, last)
  return days <= MOST_DAYS ? 'day' : days <= MOST_WEEKS ? 'week' : 'month'
}

/** Returns the bars of a range. Weeks start on Monday; the first and the last bar end with the range. */
export function bucketsOf(first: string, last: string, today = ''): readonly Bucket[] {
  const unit = unitOf(first, last)
  const buckets: Bucket[] = []
  for (let from = first; from <= last; ) {
    const end = endOf(unit, from)
    const to = end < last ? end : last
    const isNow = unit === 'day' && from === today
    const label = isNow ? t('insights:period.today') : labelOf(unit, from)
    buckets.push({ first: from, last: to, label, title: titleOf(unit, from, to), isNow })
    from = dayAfter(to, 1)
  }
  return buckets
}

const endOf = (unit: Unit, date: string): string => {
  if (unit === 'day') return date
  if (unit === 'week') return dayAfter(date, (7 - new Date(`${date}T00:00:00Z`).getUTCDay()) % 7)
  const [year = 0, month = 1] = date.split('-').map(Number)
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}

const labelOf = (unit: Unit, date: string): string => (unit === 'month' ? calendarMonth(date) : calendarDay(date))

const titleOf = (unit: Unit, first: string, last: string): string =>
  unit === 'day' ? weekdayDay(first) : unit === 'month' ? monthYear(first) : calendarRange(first, last)

/** Returns the sums of values by bucket; values of days outside are dropped. */
export function summed<Day extends { readonly date: string }>(
  buckets: readonly Bucket[],
  days: readonly Day[],
): readonly (readonly Day[])[] {
  const parts: Day[][] = buckets.map(() => [])
  let at = 0
  for (const day of days.toSorted((a, b) => (a.date < b.date ? -1 : 1))) {
    while (at < buckets.length && day.date > (buckets[at]?.last ?? '')) at += 1
    if (at < buckets.length && day.date >= (buckets[at]?.first ?? '')) parts[at]?.push(day)
  }
  return parts
}
