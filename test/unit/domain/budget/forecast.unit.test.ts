import { describe, expect, it } from 'vitest'
import { periodAround } from '../../../../src/domain/budget/budget.js'
import { forecastOf } from '../../../../src/domain/budget/forecast.js'
import { DAY } from '../../../../src/domain/time.js'

/** Monday, 23 November 2026. */
const TODAY = Date.parse('2026-11-23T00:00:00Z') / DAY

const forecast = (
  period: 'day' | 'week' | 'month',
  days: Readonly<Record<number, number>>,
  { today = TODAY, restOfToday = 0.5 } = {},
): number | null => {
  const byDay = new Map(Object.entries(days).map(([ago, cost]) => [TODAY - Number(ago), cost]))
  return forecastOf({ byDay, today, restOfToday }, periodAround(period, today))
}

/** The last four weeks: $10 on each Monday to Friday. */
const workingDays = Object.fromEntries(
  Array.from({ length: 28 }, (_, i) => i + 1).map((ago) => [ago, (TODAY - ago + 3) % 7 < 5 ? 10 : 0]),
)

describe('the forecast of a budget', () => {
  it('adds the mean of the same weekdays to what is spent', () => {
    // Monday: $6 so far, half of a usual Monday to come, then four days of $10 and a free weekend.
    expect(forecast('week', { ...workingDays, 0: 6 })).toBe(6 + 5 + 40)
  })

  it('counts today by the share that is left of it', () => {
    expect(forecast('day', { ...workingDays, 0: 6 }, { restOfToday: 0.1 })).toBe(7)
    expect(forecast('day', { ...workingDays, 0: 6 }, { restOfToday: 0 })).toBe(6)
  })

  it('is what is spent when the period has ended', () => {
    const sunday = TODAY + 6
    expect(forecast('week', { ...workingDays, 0: 20 }, { today: sunday, restOfToday: 0 })).toBe(20)
  })

  it('does not count days before the first usage', () => {
    // The first usage was eight days ago, on a Sunday: of Mondays only the last one is known.
    expect(forecast('day', { 8: 1, 7: 30, 0: 4 })).toBe(4 + 15)
  })

  it('with less than a week of history continues at the rate so far', () => {
    // $20 in two and a half days: $8 a day, for half a day and six days.
    expect(forecast('week', { 2: 10, 1: 6, 0: 4 })).toBe(4 + 8 * 6.5)
  })

  it('is unknown with less than six hours of history', () => {
    expect(forecast('month', { 0: 3 }, { restOfToday: 0.8 })).toBeNull()
    expect(forecast('month', {}, { restOfToday: 0.8 })).toBeNull()
    expect(forecast('month', {}, { restOfToday: 0.7 })).toBe(0)
  })

  it('never is less than what is spent', () => {
    for (const period of ['day', 'week', 'month'] as const) {
      for (const restOfToday of [0, 0.3, 0.9]) {
        const spent = period === 'month' ? 16 * 10 + 6 : period === 'week' ? 6 : 6
        expect(forecast(period, { ...workingDays, 0: 6 }, { restOfToday })).toBeGreaterThanOrEqual(spent)
      }
    }
  })
})
