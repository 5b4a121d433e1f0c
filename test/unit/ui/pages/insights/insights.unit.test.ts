import { describe, expect, it } from 'vitest'
import { speak } from '../../../../../ui/src/i18n/i18n.js'
import { calendarOf } from '../../../../../ui/src/figures/calendar.js'
import { dagOf } from '../../../../../ui/src/figures/dag-layout.js'
import { flowOf } from '../../../../../ui/src/figures/flow-layout.js'
import { logScale } from '../../../../../ui/src/figures/log-scale.js'
import { comparison, datesOf, overTime } from '../../../../../ui/src/pages/insights/over-time.js'
import type { UsageReport } from '../../../../../ui/src/api/types.js'
import { insightsSearch } from '../../../../../ui/src/pages/insights/search.js'
import { complaint } from '../../../../../ui/src/kit/complaint.js'

const now = new Date(2026, 2, 18, 12).getTime()
const spent = (date: string) => ({ date })

const NOTHING = {
  input_tokens: 0,
  output_tokens: 0,
  cache_read_tokens: 0,
  cache_write_tokens: 0,
  total_tokens: 0,
  cost: 0,
}
type Part = UsageReport['days'][number]['projects'][number]
const used = (cwd: string, cost: number, total_tokens = 0): Part => ({ cwd, cost, total_tokens })

const usage = (
  totals: Partial<UsageReport['totals']>,
  previous: Partial<UsageReport['totals']> | null,
  days: readonly { readonly date: string; readonly projects: readonly Part[] }[] = [],
): UsageReport => ({
  timezone: 'UTC',
  since: null,
  until: null,
  totals: { sessions: 0, ...NOTHING, ...totals },
  previous: previous === null ? null : { ...NOTHING, ...previous },
  days: days.map((day) => ({ ...NOTHING, sessions: 0, models: [], ...day })),
  models: [],
  projects: Object.values(
    days
      .flatMap(({ projects }) => projects)
      .reduce<Record<string, UsageReport['projects'][number]>>((all, { cwd, cost, total_tokens }) => {
        const known = all[String(cwd)] ?? { cwd, sessions: 1, last_activity: '', ...NOTHING }
        const sum = { cost: known.cost + cost, total_tokens: known.total_tokens + total_tokens }
        return { ...all, [String(cwd)]: { ...known, ...sum } }
      }, {}),
  ),
})

describe('the cost of a period', () => {
  it('is shown for each day, including today', () => {
    const dates = datesOf([], 7, now)
    expect(dates).toHaveLength(7)
    expect([dates[0], dates.at(-1)]).toEqual(['2026-03-12', '2026-03-18'])
    expect(datesOf([spent('2026-03-16')], 'all', now)).toEqual(['2026-03-16', '2026-03-17', '2026-03-18'])
    expect(datesOf([], 'all', now)).toEqual([])
  })

  it.each([
    [8, 10, 'in 7 days, 20% less than in the 7 before.'],
    [12, 10, 'in 7 days, 20% more than in the 7 before.'],
    [10, 10, 'in 7 days, as much as in the 7 before.'],
    [90, 10, 'in 7 days, $10.00 in the 7 before.'],
    [5, 0, 'in 7 days, nothing in the 7 before.'],
  ])('of $%i after $%i reads "%s"', (after, before, words) =>
    expect(comparison(usage({ cost: after }, { cost: before }), 7, 'cost')).toBe(words),
  )

  it('is compared in tokens when tokens are selected', () =>
    expect(comparison(usage({ cost: 1, total_tokens: 9000 }, { total_tokens: 1000 }), 7, 'tokens')).toBe(
      'in 7 days, 1K in the 7 before.',
    ))

  it('is compared in German with German number formats', async () => {
    await speak('de')
    const words = [comparison(usage({ cost: 8 }, { cost: 10 }), 7, 'cost'), comparison(usage({}, null), 'all', 'cost')]
    await speak('en')
    expect(words[0]?.replaceAll('\u00a0', ' ')).toBe('in 7 Tagen, 20 % weniger als in den 7 davor.')
    expect(words[1]).toBe('insgesamt.')
  })

  it('is split into its five largest parts and the rest', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    const first = names.map((name, index) => used(`/p/${name}`, 10 - index, index))
    const read = usage({}, null, [
      { date: '2026-03-16', projects: first },
      { date: '2026-03-18', projects: [used('/p/a', 1), used('/p/g', 2)] },
    ])
    const dates = ['2026-03-16', '2026-03-17', '2026-03-18']
    const { keys, rows } = overTime(read, 'project', 'cost', dates)
    expect(keys.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd', 'e', 'Others'])
    expect(rows.map(({ amounts }) => amounts)).toEqual([
      [10, 9, 8, 7, 6, 9],
      [0, 0, 0, 0, 0, 0],
      [1, 0, 0, 0, 0, 2],
    ])
    expect(overTime(read, 'project', 'tokens', dates).keys.map(({ name }) => name)).toEqual(
      // Projects without tokens are left out.
      ['g', 'f', 'e', 'd', 'c', 'Others'],
    )
  })

  it('shows the full path of projects with the same name', () => {
    const read = usage({}, null, [{ date: '2026-03-16', projects: [used('/a/shop', 2), used('/b/shop', 1)] }])
    expect(overTime(read, 'project', 'cost', []).keys.map(({ name }) => name)).toEqual(['/a/shop', '/b/shop'])
  })

  it('covers 30 days unless the URL says otherwise', () => {
    expect(insightsSearch({ days: 7 })).toEqual({ days: 7 })
    expect(insightsSearch({ days: 'all' })).toEqual({ days: 'all' })
    for (const days of [30, 31, '7', undefined]) expect(insightsSearch({ days })).toEqual({})
  })
})

describe('the calendar of activity', () => {
  it('starts on a Monday, ends today, and is darkest on the busiest day', () => {
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

describe('the graph of agents', () => {
  const layout = dagOf(
    ['main'],
    [
      { source: 'main', target: 'plan', value: 2 },
      { source: 'main', target: 'build', value: 5 },
      { source: 'build', target: 'review', value: 3 },
      { source: 'review', target: 'build', value: 1 },
      { source: 'plan', target: 'plan', value: 1 },
      { source: 'nobody', target: 'lost', value: 1 },
    ],
    { x: 100, y: 10 },
  )

  it('has columns with the most frequent agent on top', () =>
    expect(layout.boxes.map(({ name, x, y }) => [name, x, y])).toEqual([
      ['main', 0, 5],
      ['build', 100, 0],
      ['plan', 100, 10],
      ['review', 200, 5],
    ]))

  it('marks back edges and omits unreachable agents', () =>
    expect(layout.edges.map(({ source, target, isBack }) => [source, target, isBack])).toEqual([
      ['main', 'plan', false],
      ['main', 'build', false],
      ['build', 'review', false],
      ['review', 'build', true],
      ['plan', 'plan', true],
    ]))
})

describe('a flow', () => {
  it('gives every link its share of the height without overlaps', () => {
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

describe('a logarithmic scale', () => {
  it('spans the powers of ten around the values', () => {
    const { at, marks } = logScale([20, 4000], 0, 300)
    expect(marks).toEqual([10, 100, 1000, 10_000])
    expect([at(10), at(100), at(10_000)]).toEqual([0, 100, 300])
  })

  it('uses the given marks that are within its range', () =>
    expect(logScale([20, 4000], 0, 300, [1, 60, 600, 36_000]).marks).toEqual([60, 600]))
  it('has marks without values', () => expect(logScale([], 0, 100).marks).toEqual([1, 10]))
})

it('shows the error of a field without its name', () => {
  expect(complaint('input_per_mtok: must be a number', 'input_per_mtok')).toBe('must be a number')
  expect(complaint('must be a number', 'input_per_mtok')).toBe('must be a number')
})
