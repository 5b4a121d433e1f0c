import { describe, expect, it } from 'vitest'
import { periodAround, reachedBy, restOfDay, weekdayOf } from '../../../../src/domain/budget/budget.js'
import { type Zone, zoneNamed } from '../../../../src/domain/reports/zone.js'
import { civilDate, DAY } from '../../../../src/domain/time.js'

const day = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY
const around = (period: 'day' | 'week' | 'month', date: string): readonly string[] => {
  const { first, last } = periodAround(period, day(date))
  return [civilDate(first * DAY), civilDate(last * DAY)]
}
const rome = zoneNamed('Europe/Rome') as Zone

describe('a period', () => {
  it('of a day is that day', () => {
    expect(around('day', '2026-11-23')).toEqual(['2026-11-23', '2026-11-23'])
  })

  it('of a week is from Monday to Sunday', () => {
    expect(weekdayOf(day('2026-11-23'))).toBe(0)
    for (const date of ['2026-11-23', '2026-11-25', '2026-11-29']) {
      expect(around('week', date)).toEqual(['2026-11-23', '2026-11-29'])
    }
    expect(around('week', '2026-11-22')).toEqual(['2026-11-16', '2026-11-22'])
  })

  it('of a month ends with its last day', () => {
    expect(around('month', '2026-11-23')).toEqual(['2026-11-01', '2026-11-30'])
    expect(around('month', '2028-02-01')).toEqual(['2028-02-01', '2028-02-29'])
    expect(around('month', '2026-12-31')).toEqual(['2026-12-01', '2026-12-31'])
  })
})

describe('the rest of a day', () => {
  it('is its share that is still to come, in its zone', () => {
    expect(restOfDay(rome, Date.parse('2026-11-22T23:00:00Z'))).toBe(1)
    expect(restOfDay(rome, Date.parse('2026-11-23T11:00:00Z'))).toBe(0.5)
  })

  it('counts the 25 hours of the day on which the clocks are set back', () => {
    expect(restOfDay(rome, Date.parse('2026-10-25T10:30:00Z'))).toBe(0.5)
  })
})

describe('the share that is reached', () => {
  const budget = { amount_usd: 10, alert_at: [50, 80, 100] as const }

  it.each([
    [0, 0],
    [4.99, 0],
    [5, 50],
    [7.999, 50],
    [8, 80],
    [10, 100],
    [99, 100],
  ])('of $10 by $%d is %d%%', (spent, percent) => {
    expect(reachedBy(budget, spent)).toBe(percent)
  })

  it('is one of those that raise an alert', () => {
    expect(reachedBy({ ...budget, alert_at: [80] }, 6)).toBe(0)
    expect(reachedBy({ ...budget, alert_at: [80] }, 12)).toBe(80)
    expect(reachedBy({ ...budget, alert_at: [] }, 12)).toBe(0)
  })
})
