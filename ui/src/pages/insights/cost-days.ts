import type { CostResult } from '../../api/types.js'
import { hundredths, usd } from '../../format/format.js'
import { dateOf, everyDay } from '../../figures/day-columns.js'
import { t } from '../../i18n/i18n.js'
import type { Span } from './search.js'

type Day = CostResult['daily_costs'][number]

/** The dates of a span that ends today; all there are costs for when it is not limited. */
export function datesOf(days: readonly Day[], span: Span, now: number): readonly string[] {
  const today = dateOf(now)
  if (span !== 'all') return everyDay(dateOf(now, span - 1), today)
  const first = days[0]?.date
  return first === undefined ? [] : everyDay(first, today > first ? today : first)
}

export const sumOf = (days: readonly Day[], first: string, last: string): number =>
  days.reduce((sum, { date, cost }) => (date >= first && date <= last ? sum + cost : sum), 0)

/** `in 30 days, 12% less than in the 30 before.` */
export function comparison(days: readonly Day[], span: Span, now: number): string {
  if (span === 'all') return t('insights:cost.inAll')
  const spent = sumOf(days, dateOf(now, span - 1), dateOf(now))
  const before = sumOf(days, dateOf(now, 2 * span - 1), dateOf(now, span))
  if (before === 0) return t('insights:cost.first', { days: span })
  const change = Math.round((spent / before - 1) * 100)
  if (change === 0) return t('insights:cost.same', { days: span })
  // Beyond a doubling a percentage says less than the amount.
  if (change > 100) return t('insights:cost.amount', { days: span, before: usd(before) })
  return t(`insights:cost.${change < 0 ? 'less' : 'more'}`, { days: span, change: hundredths(Math.abs(change)) })
}
