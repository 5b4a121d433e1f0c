import { describe, expect, it } from 'vitest'
import { calendarOf } from '../../../../../ui/src/figures/calendar.js'
import { bucketsOf, summed, unitOf } from '../../../../../ui/src/pages/insights/buckets.js'
import { monthlyBudget, pacePerDay } from '../../../../../ui/src/pages/insights/cost/budget.js'
import { costSeries } from '../../../../../ui/src/pages/insights/cost/cost-series.js'
import { daysIn } from '../../../../../ui/src/format/days.js'
import { boundsOf, rangeOf } from '../../../../../ui/src/pages/insights/period.js'
import type { TabAnswer } from '../../../../../ui/src/pages/insights/answers.js'
import { insightsSearch } from '../../../../../ui/src/pages/insights/search.js'
import { changeWords, trendOf } from '../../../../../ui/src/pages/insights/trend.js'

const now = new Date(2026, 2, 18, 12).getTime()

describe('the period of Insights', () => {
  it.each([
    [{}, '2026-02-17', '2026-03-18'],
    [{ period: 'today' }, '2026-03-18', '2026-03-18'],
    [{ period: 'yesterday' }, '2026-03-17', '2026-03-17'],
    [{ period: '7d' }, '2026-03-12', '2026-03-18'],
    [{ period: '90d' }, '2025-12-19', '2026-03-18'],
    [{ period: 'month' }, '2026-03-01', '2026-03-18'],
    [{ period: 'lastMonth' }, '2026-02-01', '2026-02-28'],
    [{ period: 'all' }, undefined, '2026-03-18'],
    [{ from: '2026-01-02', to: '2026-01-05' }, '2026-01-02', '2026-01-05'],
  ] as const)('%j is from %s to %s', (search, first, last) =>
    expect(rangeOf(search, '2026-03-18')).toEqual({ first, last }),
  )

  it('is sent as instants: the start of the first day, and the end of the last', () => {
    const { from, to } = boundsOf({ first: '2026-03-17', last: '2026-03-18' })
    expect([from, to]).toEqual([new Date(2026, 2, 17).toISOString(), new Date(2026, 2, 19).toISOString()])
    expect(boundsOf({ first: undefined, last: '2026-03-18' }).from).toBeUndefined()
  })
})

describe('the address of Insights', () => {
  it('has no defaults', () =>
    expect(insightsSearch({ period: '30d', by: 'model', measure: 'cost', series: 'sessions', project: [] })).toEqual(
      {},
    ))

  it('accepts a range only with both days in order', () => {
    expect(insightsSearch({ from: '2026-01-01', to: '2026-01-31', period: '7d' })).toEqual({
      from: '2026-01-01',
      to: '2026-01-31',
    })
    for (const broken of [{ from: '2026-01-01' }, { from: '2026-02-01', to: '2026-01-01' }, { from: 'x', to: 'y' }]) {
      expect(insightsSearch(broken)).toEqual({})
    }
  })

  it('understands addresses of former releases', () => {
    expect(insightsSearch({ days: 7, provider: 'codex', source: 'box' })).toEqual({
      period: '7d',
      tool: ['codex'],
      machine: ['box'],
    })
    expect(insightsSearch({ days: 'all' })).toEqual({ period: 'all' })
  })

  it('ignores what is not text', () => {
    expect(insightsSearch({ project: [1, null, '/shop'], model: { a: 1 }, tool: 'emacs' })).toEqual({
      project: ['/shop'],
    })
  })
})

describe('the bars of a period', () => {
  it('are days, weeks or months, depending on its length', () => {
    expect(unitOf('2026-01-01', '2026-03-31')).toBe('day')
    expect(unitOf('2026-01-01', '2026-05-31')).toBe('week')
    expect(unitOf('2023-01-01', '2026-05-31')).toBe('month')
  })

  it('cover every day once, and weeks start on Monday', () => {
    const weeks = bucketsOf('2026-01-01', '2026-06-30', '2026-06-30')
    expect(weeks.slice(0, 2).map(({ first, last }) => [first, last])).toEqual([
      ['2026-01-01', '2026-01-04'],
      ['2026-01-05', '2026-01-11'],
    ])
    expect(weeks.reduce((sum, { first, last }) => sum + daysIn(first, last), 0)).toBe(
      daysIn('2026-01-01', '2026-06-30'),
    )
  })

  it('sum their days and drop others', () => {
    const buckets = bucketsOf('2026-03-16', '2026-03-18', '2026-03-18')
    const days = ['2026-03-15', '2026-03-18', '2026-03-16'].map((date) => ({ date }))
    expect(summed(buckets, days)).toEqual([[{ date: '2026-03-16' }], [], [{ date: '2026-03-18' }]])
  })
})

type Cost = TabAnswer<'cost'>
const NOTHING = {
  sessions: 1,
  input_tokens: 0,
  output_tokens: 0,
  cache_read_tokens: 0,
  cache_write_tokens: 0,
  total_tokens: 0,
  cost: 0,
}

describe('the cost over time', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
  const data: Pick<Cost, 'days' | 'models' | 'projects'> = {
    days: [
      {
        ...NOTHING,
        date: '2026-03-18',
        total_tokens: 9,
        models: [],
        projects: names.map((name, index) => ({ cwd: `/p/${name}`, cost: 10 - index, total_tokens: index })),
      },
    ],
    models: [],
    projects: names.map((name, index) => ({
      ...NOTHING,
      cwd: `/p/${name}`,
      last_activity: '',
      previous_cost: null,
      cost: 10 - index,
      total_tokens: index,
    })),
  }
  const buckets = bucketsOf('2026-03-17', '2026-03-18', '2026-03-18')

  it('is split into its five largest parts and the rest', () => {
    const { keys, bars } = costSeries(data, 'project', 'cost', buckets)
    expect(keys.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd', 'e', 'Others'])
    expect(bars.map(({ amounts }) => amounts)).toEqual([
      [0, 0, 0, 0, 0, 0],
      [10, 9, 8, 7, 6, 12],
    ])
  })

  it('leaves out what used no tokens when tokens are shown', () =>
    expect(costSeries(data, 'project', 'tokens', buckets).keys.map(({ name }) => name)).toEqual([
      'h',
      'g',
      'f',
      'e',
      'd',
      'Others',
    ]))
})

describe('the budget of what is shown', () => {
  const budget = (id: string, change: object) =>
    ({ id, period: 'month', cwd: null, enabled: true, amount_usd: 600, ...change }) as Parameters<typeof pacePerDay>[0]
  const budgets = [budget('week', { period: 'week' }), budget('all', {}), budget('shop', { cwd: '/shop' })]

  it('is the monthly one of all projects, or of the only project', () => {
    expect(monthlyBudget(budgets, [])?.id).toBe('all')
    expect(monthlyBudget(budgets, ['/shop'])?.id).toBe('shop')
    expect(monthlyBudget(budgets, ['/blog'])).toBeUndefined()
    expect(monthlyBudget(budgets, ['/shop', '/blog'])).toBeUndefined()
  })

  it('is spread evenly over its days', () =>
    expect(pacePerDay(budget('all', { period_start: '2026-11-01', period_end: '2026-11-30' }))).toBe(20))
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

describe('what changed', () => {
  it('has an arrow for a share only if it reads different', () => {
    const was = { part: 8, whole: 100 }
    expect(trendOf({ part: 21, whole: 200 }, was)).toBeGreaterThan(0)
    expect(trendOf({ part: 9, whole: 200 }, was)).toBeLessThan(0)
    expect(trendOf({ part: 84, whole: 1000 }, was)).toBeUndefined()
    expect(trendOf({ part: 0, whole: 0 }, was)).toBeUndefined()
    expect(trendOf(was, { part: 0, whole: 0 })).toBeUndefined()
  })

  it('is a percentage of the cost before, also above 100%', () => {
    expect([changeWords(15, 2.7), changeWords(3, 4), changeWords(4, 4)]).toEqual(['+456%', '\u221225%', '0%'])
    expect([changeWords(4, null), changeWords(4, 0), changeWords(40, 1)]).toEqual(['', '', ''])
  })
})
