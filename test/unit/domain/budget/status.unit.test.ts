import { describe, expect, it } from 'vitest'
import { budgetStatus, daysNeeded, exceededPeriods } from '../../../../src/domain/budget/status.js'
import { PER_USD } from '../../../../src/domain/pricing/cost.js'
import { type Zone, zoneNamed } from '../../../../src/domain/reports/zone.js'
import { DAY } from '../../../../src/domain/time.js'

const rome = zoneNamed('Europe/Rome') as Zone
/** 00:30 on Monday, 23 November, in Rome. */
const NOW = Date.parse('2026-11-22T23:30:00Z')
const TODAY = Date.parse('2026-11-23T00:00:00Z') / DAY

const costs = (days: Readonly<Record<number, number>>) =>
  new Map(Object.entries(days).map(([ago, usd]) => [TODAY - Number(ago), (PER_USD * BigInt(usd * 100)) / 100n]))

describe('the status of a budget', () => {
  it('sums the days of its period in its zone', () => {
    const days = costs({ 0: 1.5, 1: 4, 22: 2, 23: 100 })
    const status = (period: 'day' | 'week' | 'month') => budgetStatus({ period, amount_usd: 15 }, rome, days, NOW)
    expect(status('day')).toMatchObject({ spent_usd: 1.5, share: 0.1, resets_at: '2026-11-23T23:00:00.000Z' })
    expect(status('week')).toMatchObject({ spent_usd: 1.5, period_start: '2026-11-23', period_end: '2026-11-29' })
    expect(status('month')).toMatchObject({
      spent_usd: 7.5,
      share: 0.5,
      period_start: '2026-11-01',
      period_end: '2026-11-30',
      resets_at: '2026-11-30T23:00:00.000Z',
    })
  })

  it('needs the last four weeks, or the period if that is longer', () => {
    expect(daysNeeded({ period: 'day' }, rome, NOW)).toEqual({ first: TODAY - 28, last: TODAY })
    const last = Date.parse('2026-10-31T12:00:00Z')
    expect(daysNeeded({ period: 'month' }, rome, last).first).toBe(Date.parse('2026-10-01T00:00:00Z') / DAY)
  })

  it('counts how many complete periods of the last four weeks exceeded the amount', () => {
    const days = costs({ 0: 50, 1: 11, 2: 10, 3: 12 })
    expect(exceededPeriods({ period: 'day', amount_usd: 10 }, rome, days, NOW)).toEqual({ exceeded: 2, periods: 28 })
    expect(exceededPeriods({ period: 'week', amount_usd: 30 }, rome, days, NOW)).toEqual({ exceeded: 1, periods: 4 })
    expect(exceededPeriods({ period: 'month', amount_usd: 1 }, rome, days, NOW)).toEqual({ exceeded: 0, periods: 0 })
  })
})
