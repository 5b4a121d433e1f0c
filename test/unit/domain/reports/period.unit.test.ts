import { describe, expect, it } from 'vitest'
import { periodOf } from '../../../../src/domain/reports/period.js'
import { civilDay } from '../../../../src/domain/reports/zone.js'

const day = (date: string): number => civilDay(date) ?? Number.NaN

describe('the period of a day', () => {
  it.each([
    ['daily', '2026-11-21', '2026-11-21'],
    ['weekly', '2026-11-21', '2026-11-16'],
    ['weekly', '2026-11-16', '2026-11-16'],
    ['weekly', '2026-11-15', '2026-11-09'],
    ['monthly', '2026-11-30', '2026-11'],
    ['monthly', '2026-12-01', '2026-12'],
  ] as const)('%s, %s is in %s', (period, date, name) => {
    expect(periodOf(period, day(date))).toBe(name)
  })
})
