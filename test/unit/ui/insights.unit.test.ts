import { describe, expect, it } from 'vitest'
import { speak } from '../../../ui/src/i18n/i18n.js'
import { calendarOf } from '../../../ui/src/figures/calendar.js'
import { flowOf } from '../../../ui/src/figures/flow-layout.js'
import { logScale } from '../../../ui/src/figures/log-scale.js'
import { comparison, datesOf, sumOf } from '../../../ui/src/pages/insights/cost-days.js'
import { insightsSearch } from '../../../ui/src/pages/insights/search.js'
import { complaint } from '../../../ui/src/kit/complaint.js'

const now = new Date(2026, 2, 18, 12).getTime()
const spent = (date: string, cost: number) => ({ date, cost })

describe('the cost of a span', () => {
  it('is drawn for each of its days, today included', () => {
    const dates = datesOf([], 7, now)
    expect(dates).toHaveLength(7)
    expect([dates[0], dates.at(-1)]).toEqual(['2026-03-12', '2026-03-18'])
    expect(datesOf([spent('2026-03-16', 1)], 'all', now)).toEqual(['2026-03-16', '2026-03-17', '2026-03-18'])
    expect(datesOf([], 'all', now)).toEqual([])
  })

  it('adds up the days within it, both ends included', () =>
    expect(
      sumOf([spent('2026-03-11', 1), spent('2026-03-12', 2), spent('2026-03-18', 4)], '2026-03-12', '2026-03-18'),
    ).toBe(6))

  it.each([
    [8, 10, 'in 7 days, 20% less than in the 7 before.'],
    [12, 10, 'in 7 days, 20% more than in the 7 before.'],
    [10, 10, 'in 7 days, as much as in the 7 before.'],
    [90, 10, 'in 7 days, $10.00 in the 7 before.'],
    [5, 0, 'in 7 days, nothing in the 7 before.'],
  ])('of $%i after $%i reads "%s"', (after, before, words) =>
    expect(comparison([spent('2026-03-11', before), spent('2026-03-12', after)], 7, now)).toBe(words),
  )

  it('is compared in German with its numbers written as there', async () => {
    await speak('de')
    const days = [spent('2026-03-11', 10), spent('2026-03-12', 8)]
    const words = [comparison(days, 7, now), comparison([spent('2026-03-11', 10)], 'all', now)]
    await speak('en')
    expect(words[0]?.replaceAll('\u00a0', ' ')).toBe('in 7 Tagen, 20 % weniger als in den 7 davor.')
    expect(words[1]).toBe('insgesamt.')
  })

  it('is 30 days unless the address says otherwise', () => {
    expect(insightsSearch({ days: 7 })).toEqual({ days: 7 })
    expect(insightsSearch({ days: 'all' })).toEqual({ days: 'all' })
    for (const days of [30, 31, '7', undefined]) expect(insightsSearch({ days })).toEqual({})
  })
})

describe('the calendar of activity', () => {
  it('begins on a Monday, ends today, and is darkest on the busiest day', () => {
    const days = calendarOf(
      new Map([
        ['2026-03-18', 8],
        ['2026-03-17', 1],
      ]),
      now,
      2,
    )
    expect(days.map(({ date }) => date)).toEqual(
      ['09', '10', '11', '12', '13', '14', '15', '16', '17', '18'].map((day) => `2026-03-${day}`),
    )
    expect(days.at(-1)).toEqual({ date: '2026-03-18', count: 8, week: 1, weekday: 2, level: 4 })
    expect(days.slice(-3).map(({ level }) => level)).toEqual([0, 1, 4])
  })
})

describe('a flow', () => {
  it('gives every link its share of the height, side by side and not over each other', () => {
    const { bands, from, to } = flowOf(
      [
        { source: 'Read', target: 'Edit', value: 6 },
        { source: 'Read', target: 'Bash', value: 2 },
        { source: 'Edit', target: 'Bash', value: 4 },
      ],
      300,
    )
    expect(from.map(({ name }) => name)).toEqual(['Read', 'Edit'])
    expect(to.map(({ name }) => name)).toEqual(['Bash', 'Edit'])
    for (const side of ['y0', 'y1'] as const) {
      const places = bands.map((band) => [band[side] - band.thick / 2, band[side] + band.thick / 2] as const)
      const inOrder = places.toSorted((a, b) => a[0] - b[0])
      for (const [index, [start, end]] of inOrder.entries()) {
        expect(end).toBeLessThanOrEqual(300)
        expect(start).toBeGreaterThanOrEqual((inOrder[index - 1]?.[1] ?? 0) - 1e-9)
      }
    }
  })
})

describe('a scale of powers of ten', () => {
  it('reaches from the power below the smallest to the one above the largest', () => {
    const { at, marks } = logScale([20, 4000], 0, 300)
    expect(marks).toEqual([10, 100, 1000, 10_000])
    expect([at(10), at(100), at(10_000)]).toEqual([0, 100, 300])
  })

  it('marks the steps of what is not counted in tens, as far as they lie on it', () =>
    expect(logScale([20, 4000], 0, 300, [1, 60, 600, 36_000]).marks).toEqual([60, 600]))
  it('stands without values, too', () => expect(logScale([], 0, 100).marks).toEqual([1, 10]))
})

it('says what is wrong with a field without naming the field again', () => {
  expect(complaint('input_per_mtok: must be a number', 'input_per_mtok')).toBe('must be a number')
  expect(complaint('must be a number', 'input_per_mtok')).toBe('must be a number')
})
