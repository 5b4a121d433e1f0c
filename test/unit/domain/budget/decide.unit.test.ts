import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BUDGET_SHARES } from '../../../../src/domain/budget/budget.js'
import { decideBudget, decideBudgetReading, type KnownBudget } from '../../../../src/domain/budget/decide.js'
import { given } from '../../../support/domain/decision.js'

const BUDGET = {
  id: 'b',
  name: 'Daily budget',
  period: 'day',
  cwd: null,
  amount_usd: 10,
  timezone: 'UTC',
  enabled: true,
  alert_at: BUDGET_SHARES,
  pauses_starts: false,
  reached: { periodStart: '2026-11-23', percent: 0 },
  since: 7,
} as const
const NOTHING: KnownBudget = { budgets: 0, budget: undefined }
const KNOWN: KnownBudget = { budgets: 1, budget: BUDGET }
const spent = { periodStart: '2026-11-23', spentUsd: 8.5 }

describe('a budget', () => {
  it('is created with a name, all shares and no alert for those that are reached already', () => {
    const budget = { period: 'month', amount_usd: 10, timezone: 'Europe/Rome' } as const
    expect(given(NOTHING).when(decideBudget.create, { id: 'b', budget, spent })).toEqual([
      {
        type: 'budget-set',
        data: {
          budget: 'b',
          name: 'Monthly budget',
          period: 'month',
          cwd: null,
          amountUsd: 10,
          timezone: 'Europe/Rome',
          enabled: true,
          alertAt: [50, 80, 100],
          pausesStarts: false,
          reached: { periodStart: '2026-11-23', percent: 80 },
        },
      },
    ])
  })

  it.each([
    [{ timezone: 'Mars/Base' }, 'INVALID_INPUT'],
    [{ amount_usd: 0 }, 'INVALID_INPUT'],
    [{ amount_usd: Number.NaN }, 'INVALID_INPUT'],
  ])('is refused with %j', (change, rejected) => {
    const budget = { period: 'day', amount_usd: 10, timezone: 'UTC', ...change } as const
    expect(given(NOTHING).when(decideBudget.create, { id: 'b', budget, spent })).toEqual({ rejected })
    expect(given(KNOWN).when(decideBudget.update, { change, spent })).toEqual({ rejected })
  })

  it('is refused when there are 50', () => {
    const budget = { period: 'day', amount_usd: 10, timezone: 'UTC' } as const
    const full = { budgets: 50, budget: undefined }
    expect(given(full).when(decideBudget.create, { id: 'b', budget, spent })).toEqual({ rejected: 'INVALID_INPUT' })
  })

  it('keeps what an update does not name; a null project means all of them', () => {
    const limited: KnownBudget = { budgets: 1, budget: { ...BUDGET, cwd: '/repo' } }
    const changed = (change: object) => given(limited).when(decideBudget.update, { change, spent })
    expect(changed({ amount_usd: 20 })).toMatchObject([
      { data: { amountUsd: 20, cwd: '/repo', name: 'Daily budget', reached: { percent: 0 } } },
    ])
    expect(changed({ cwd: null })).toMatchObject([{ data: { amountUsd: 10, cwd: null, reached: { percent: 80 } } }])
    expect(given(NOTHING).when(decideBudget.update, { change: {}, spent })).toEqual({ rejected: 'NOT_FOUND' })
  })

  it('is deleted', () => {
    expect(given(KNOWN).when(decideBudget.remove, {})).toEqual([{ type: 'budget-removed', data: { budget: 'b' } }])
    expect(given(NOTHING).when(decideBudget.remove, {})).toEqual({ rejected: 'NOT_FOUND' })
  })
})

/** Applies readings one after the other, as the log does, and returns the shares that raised an alert. */
const alertsOf = (
  readings: readonly { readonly periodStart: string; readonly spentUsd: number }[],
  budget: NonNullable<KnownBudget['budget']> = BUDGET,
): readonly (readonly [periodStart: string, percent: unknown])[] => {
  let reached: { periodStart: string; percent: number } = budget.reached
  return readings.flatMap((reading) =>
    decideBudgetReading({ budget: { ...budget, reached } }, { ...reading, since: budget.since }).flatMap((event) => {
      if (event.type === 'budget-reached') {
        reached = event.data.reached
        return []
      }
      return [[reading.periodStart, event.data.details['percent']] as const]
    }),
  )
}
const today = (spentUsd: number) => ({ periodStart: '2026-11-23', spentUsd })
const tomorrow = (spentUsd: number) => ({ periodStart: '2026-11-24', spentUsd })
const percents = (...readings: Parameters<typeof alertsOf>[0]): unknown =>
  alertsOf(readings).map(([, percent]) => percent)

describe('an alert of a budget', () => {
  it('is raised for each share that is reached, once', () => {
    expect(percents(today(4), today(5), today(6), today(8), today(9), today(10), today(30))).toEqual([50, 80, 100])
  })

  it('is raised for the highest share only, when several are reached at once', () => {
    expect(percents(today(1), today(12))).toEqual([100])
    expect(percents(today(6), today(12))).toEqual([50, 100])
  })

  it('is raised again in the next period', () => {
    expect(percents(today(6), tomorrow(0), tomorrow(6))).toEqual([50, 50])
  })

  it('is not raised when less is spent, but again when the share is reached again', () => {
    expect(percents(today(9), today(4), today(4), today(9))).toEqual([80, 80])
  })

  it('is not raised for a period that is over', () => {
    expect(percents(tomorrow(0), tomorrow(6), today(11), tomorrow(7))).toEqual([50])
  })

  it('is not raised while the budget is off, deleted, or set again after the cost was read', () => {
    const reading = { ...today(20), since: 7 }
    expect(decideBudgetReading({ budget: { ...BUDGET, enabled: false } }, reading)).toEqual([])
    expect(decideBudgetReading({ budget: undefined }, reading)).toEqual([])
    expect(decideBudgetReading({ budget: { ...BUDGET, since: 8 } }, reading)).toEqual([])
  })

  it('says what is spent', () => {
    const events = decideBudgetReading(KNOWN, { ...today(8.129), since: 7 })
    expect(events).toMatchObject([
      { type: 'budget-reached', data: { reached: { periodStart: '2026-11-23', percent: 80 }, spentUsd: 8.129 } },
      {
        type: 'alert-fired',
        data: {
          rule: 'b',
          ruleType: 'budget',
          agent: null,
          message: 'Daily budget: $8.13 of $10.00 spent, 80% reached',
        },
      },
    ])
  })

  it('law: while the cost of a period only grows, each share raises at most one alert in it, in rising order', () => {
    const period = fc.array(fc.double({ min: 0, max: 4, noNaN: true }), { maxLength: 12 })
    fc.assert(
      fc.property(fc.array(period, { maxLength: 5 }), fc.subarray([...BUDGET_SHARES]), (periods, alert_at) => {
        const readings = periods.flatMap((growth, i) => {
          let spentUsd = 0
          return growth.map((more) => ({ periodStart: `2026-12-${10 + i}`, spentUsd: (spentUsd += more) }))
        })
        const alerts = alertsOf(readings, { ...BUDGET, alert_at })
        for (const start of new Set(readings.map(({ periodStart }) => periodStart))) {
          const raised = alerts.flatMap(([of, percent]) => (of === start ? [percent as number] : []))
          expect(raised).toEqual([...new Set(raised)].toSorted((a, b) => a - b))
          const most = Math.max(0, ...readings.filter((r) => r.periodStart === start).map((r) => r.spentUsd))
          const due = alert_at.filter((percent) => most * 100 >= BUDGET.amount_usd * percent)
          expect(raised.at(-1)).toBe(due.at(-1))
        }
      }),
    )
  })
})
