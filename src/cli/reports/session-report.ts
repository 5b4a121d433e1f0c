import type { ReportQuery } from '../../projections/queries/reports/days.js'
import { usageBySession } from '../../projections/queries/reports/sessions.js'
import type { Reporter } from './print.js'
import { shapeOf, totalOf, priceNotes, usageCells, usageColumns } from './usage-columns.js'
import { moment } from './format.js'

/** Returns the report of each session's usage in the report's period. */
export const sessionReport =
  (query: ReportQuery): Reporter =>
  (parts) => {
    const sessions = parts === null ? [] : usageBySession(parts.db, parts.visibility, parts.book, query)
    const total = totalOf(sessions.map(({ tally }) => tally))
    return {
      json: {
        timezone: query.zone.name,
        sessions: sessions.map(({ tally, ...session }) => ({ ...session, ...shapeOf(tally) })),
        totals: total.shape,
      },
      table: (compact) => ({
        columns: [{ title: 'Session', least: 10 }, { title: 'Last active' }, ...usageColumns(compact)],
        rows: sessions.map(({ name, last_activity, tally }) => [
          name,
          compact
            ? moment(Date.parse(last_activity), query.zone).slice(2, 10)
            : moment(Date.parse(last_activity), query.zone),
          ...usageCells(tally, compact),
        ]),
        total: ['Total', '', ...usageCells(total, compact, false)],
      }),
      notes: priceNotes(parts?.book, total),
      empty: 'no usage in this period',
    }
  }
