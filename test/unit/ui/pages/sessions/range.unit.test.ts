import { describe, expect, it } from 'vitest'
import { dateOf } from '../../../../../ui/src/format/days.js'
import { periodBetween, periodOf, RANGES } from '../../../../../ui/src/pages/sessions/range.js'

const NOW = new Date(2026, 10, 19, 15, 30)
const days = (period: { readonly from?: Date; readonly to?: Date }) =>
  [period.from, period.to].map((date) => (date === undefined ? null : dateOf(date.getTime())))

describe('periods of the list', () => {
  it('are whole days of the reader', () => {
    expect(Object.fromEntries(RANGES.map((range) => [range, days(periodOf(range, NOW))]))).toEqual({
      today: ['2026-11-19', null],
      yesterday: ['2026-11-18', '2026-11-18'],
      '7d': ['2026-11-13', null],
      '30d': ['2026-10-21', null],
      '90d': ['2026-08-22', null],
      month: ['2026-11-01', null],
      'last-month': ['2026-10-01', '2026-10-31'],
    })
  })

  it('include both of two chosen days', () => {
    const { from, to } = periodBetween('2026-11-02', '2026-11-02')
    expect(to?.getTime()).toBe((from?.getTime() ?? 0) + 86_400_000 - 1)
    expect(days(periodBetween(undefined, '2026-11-02'))).toEqual([null, '2026-11-02'])
  })
})
