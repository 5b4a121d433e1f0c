import { type Money, toUsd } from '../pricing/cost.js'
import { dayIn, startOfCivilDay, type Zone } from '../reports/zone.js'
import { civilDate, DAY, type Instant, iso } from '../time.js'
import { type Budget, type PeriodDays, periodAround, restOfDay } from './budget.js'
import { FORECAST_DAYS, forecastOf } from './forecast.js'

/** Cost by civil day of the budget's zone, counted from 1970. A day without usage may be absent. */
export type CostByDay = ReadonlyMap<number, Money>

type Limit = Pick<Budget, 'period' | 'amount_usd'>

/** Returns the civil days whose cost the status of a budget needs: its period so far, and the days that the forecast considers. */
export const daysNeeded = ({ period }: Pick<Limit, 'period'>, zone: Zone, now: Instant): PeriodDays => {
  const today = dayIn(zone, now)
  return { first: Math.min(periodAround(period, today).first, today - FORECAST_DAYS), last: today }
}

/** Returns what is spent of a budget in its current period, with the forecast. */
export const budgetStatus = ({ period, amount_usd }: Limit, zone: Zone, costs: CostByDay, now: Instant) => {
  const today = dayIn(zone, now)
  const days = periodAround(period, today)
  const spent = toUsd(sumOf(costs, days.first, today))
  const byDay = new Map([...costs].map(([day, cost]) => [day, toUsd(cost)]))
  const forecast = forecastOf({ byDay, today, restOfToday: restOfDay(zone, now) }, days)
  return {
    spent_usd: spent,
    forecast_usd: forecast === null ? null : Math.round(forecast * 1e10) / 1e10,
    share: spent / amount_usd,
    period_start: civilDate(days.first * DAY),
    period_end: civilDate(days.last * DAY),
    resets_at: iso(startOfCivilDay(zone, days.last + 1)),
  }
}

/** Returns how many of the last periods before the current one exceeded the amount, of those with known costs. */
export const exceededPeriods = ({ period, amount_usd }: Limit, zone: Zone, costs: CostByDay, now: Instant) => {
  const today = dayIn(zone, now)
  const oldest = today - FORECAST_DAYS
  let [exceeded, periods] = [0, 0]
  for (let days = before(period, periodAround(period, today)); days.first >= oldest; days = before(period, days)) {
    periods += 1
    if (toUsd(sumOf(costs, days.first, days.last)) > amount_usd) exceeded += 1
  }
  return { exceeded, periods }
}

const before = (period: Limit['period'], { first }: PeriodDays): PeriodDays => periodAround(period, first - 1)

const sumOf = (costs: CostByDay, first: number, last: number): Money => {
  let sum: Money = 0n
  for (let day = first; day <= last; day += 1) sum += costs.get(day) ?? 0n
  return sum
}
