import type { Visibility } from '../../domain/access/visibility.js'
import type { Reader } from '../sql.js'
import { Filter } from './filter.js'

/**
 * Returns what the CLI says that a session has cost, compared with what its replies cost; null if the CLI did not say. The CLI
 * also counts requests that are in no transcript, such as that of a compaction.
 * @param counted US dollars
 */
export function reportedCost(db: Reader, visibility: Visibility, stream: number, counted: number) {
  const { where, params } = new Filter(visibility, 'stream').and('stream = ?', stream)
  const row = db.get<{ total: number | null; complete: number | null; forked: number }>(
    `select state ->> '$.reportedCost.total' as total, state ->> '$.reportedCost.complete' as complete,
       state ->> '$.hasCopies' is not null or stream in (select stream from p_fork) as forked
     from p_session ${where}`,
    ...params,
  )
  if (row === undefined || row.total === null) return null
  const isFork = row.forked === 1
  return {
    total_cost: row.total,
    is_complete: row.complete === 1,
    includes_original: isFork,
    difference: isFork ? null : row.total - counted,
  }
}
