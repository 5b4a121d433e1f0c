import { type Period, periodOf } from '../../domain/reports/period.js'
import { type ReportQuery, usageByDay } from '../../projections/queries/reports/days.js'
import { type Tally, tallyOf } from '../../projections/queries/reports/tally.js'
import type { Reporter } from './print.js'
import { shapeOf, totalOf, priceNotes, usageCells, usageColumns } from './usage-columns.js'

const NAMES: Readonly<Record<Period, string>> = { daily: 'date', weekly: 'week', monthly: 'month' }
const TITLES: Readonly<Record<Period, string>> = { daily: 'Day', weekly: 'Week of', monthly: 'Month' }

/** Returns the report of usage by day, week or month. */
export const periodReport =
  (period: Period, query: ReportQuery): Reporter =>
  (parts) => {
    const periods = new Map<string, Tally>()
    const days = parts === null ? [] : usageByDay(parts.db, parts.visibility, parts.book, query)
    for (const [day, tally] of days) tallyOf(periods, periodOf(period, day)).join(tally)
    const total = totalOf(periods.values())
    return {
      json: {
        timezone: query.zone.name,
        [period]: [...periods].map(([name, tally]) => ({ [NAMES[period]]: name, ...shapeOf(tally) })),
        totals: total.shape,
      },
      table: (compact) => ({
        columns: [{ title: TITLES[period] }, ...usageColumns(compact)],
        rows: [...periods].map(([name, tally]) => [name, ...usageCells(tally, compact)]),
        total: ['Total', ...usageCells(total, compact, false)],
      }),
      notes: priceNotes(parts?.book, total),
      empty: 'no usage in this period',
    }
  }
