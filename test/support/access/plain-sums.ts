import type { Visibility } from '../../../src/domain/access/visibility.js'
import { occurrencesOf } from '../../../src/domain/insights/occurrences.js'
import { Names } from '../../../src/domain/insights/names.js'
import { PeriodSums } from '../../../src/domain/insights/period-sums.js'
import { insightRowsOf } from '../../../src/projections/queries/insights/rows.js'
import type { SumsOf } from '../../../src/projections/queries/insights/tab-query.js'
import type { Reader } from '../../../src/projections/sql.js'

/** Sums what happened in the visible sessions among `streams`, straight from their rows. */
export const plainSums =
  (db: Reader, visibility: Visibility, streams: readonly number[]): SumsOf =>
  (between, keep) => {
    const names = new Names()
    const sums = new PeriodSums(names, keep)
    for (const stream of streams) {
      const rows = insightRowsOf(db, visibility, stream)
      if (rows === undefined) continue
      const cells = [...occurrencesOf(rows, between)].flatMap(([quarter, counts]) =>
        [...counts].map(([name, n]) => ({ quarter, id: names.idOf(name), n })),
      )
      const { owner, status, source, provider, cwd, session } = rows
      const group = { stream, owner, status, source, provider, cwd, model: session.model, mainStatus: null }
      const columns = {
        quarters: cells.map(({ quarter }) => quarter),
        ids: cells.map(({ id }) => id),
        counts: cells.map(({ n }) => n),
      }
      sums.add(group, { cells: columns, from: -Infinity, to: Infinity })
    }
    return sums
  }
