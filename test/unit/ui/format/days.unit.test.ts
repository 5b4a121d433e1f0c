import { describe, expect, it } from 'vitest'
import { dateOf, dayAfter, daysIn, everyDay, monthAfter, startOfDay, weeksOf } from '../../../../ui/src/format/days.js'

describe('days', () => {
  it('are those of the local time zone', () => {
    const noon = new Date(2026, 2, 1, 12).getTime()
    expect(dateOf(noon)).toBe('2026-03-01')
    expect(dateOf(noon, 1)).toBe('2026-02-28')
    expect(startOfDay('2026-02-28', 1)).toEqual(new Date(2026, 2, 1))
  })

  it('are counted with the first and the last', () => {
    expect(daysIn('2026-02-27', '2026-03-01')).toBe(3)
    expect(dayAfter('2026-03-01', -1)).toBe('2026-02-28')
  })

  it('include all of a range, across a month end and a leap day', () =>
    expect(everyDay('2028-02-27', '2028-03-01')).toEqual(['2028-02-27', '2028-02-28', '2028-02-29', '2028-03-01']))

  it('of a month are whole weeks from Monday', () => {
    const weeks = weeksOf('2026-11-05')
    expect(weeks).toHaveLength(6)
    expect(weeks[0]?.[0]).toBe('2026-10-26')
    expect(weeks.at(-1)?.at(-1)).toBe('2026-12-06')
    expect(weeksOf('2027-02-01')).toHaveLength(4)
  })

  it('have a month before and after across a year', () =>
    expect([monthAfter('2026-01-31', -1), monthAfter('2026-12-31', 1)]).toEqual(['2025-12-01', '2027-01-01']))
})
