import type { Visibility } from '../../domain/access/visibility.js'
import type { Instant } from '../../domain/time.js'
import type { Reader } from '../sql.js'
import { containing, Filter, type Scope } from './filter.js'

/** A filter of sessions. */
export interface SessionMatch extends Scope {
  readonly status: string | undefined
  readonly awaiting: boolean
  readonly from: Instant | undefined
  readonly to: Instant | undefined
  /** Substring of the id, the name or the directory. */
  readonly q: string | undefined
  readonly cwd: readonly string[]
  readonly model: readonly string[]
}

/** The columns that can be filtered by value. */
export type FacetColumn = 'provider' | 'status' | 'model' | 'cwd' | 'source'

/** Returns the selected values by column; none means any. */
export const wantedOf = (match: SessionMatch): Readonly<Record<FacetColumn, readonly string[]>> => ({
  source: match.sources,
  provider: match.providers,
  cwd: match.cwd,
  model: match.model,
  status: match.status === undefined ? [] : [match.status],
})

/** Returns the conditions for matching sessions. */
export function sessionFilter(visibility: Visibility, match: SessionMatch): Filter {
  const filter = chosen(momentFilter(visibility, match), match)
  // Repeats the condition of a partial index literally, so that SQLite can use the index of active sessions or the one of
  // finished sessions in list order.
  if (match.status !== undefined) filter.and(match.status === 'active' ? `status = 'active'` : `status <> 'active'`)
  return filter
}

const chosen = (filter: Filter, match: SessionMatch): Filter => {
  for (const [column, values] of Object.entries(wantedOf(match))) filter.in(column, values)
  return filter
}

/** Returns the number of matching sessions. */
export function countSessions(db: Reader, visibility: Visibility, match: SessionMatch): number {
  const moment = momentFilter(visibility, match)
  const [from, filter] = moment.isEmpty
    ? ['coalesce(sum(n), 0) as n from p_session_group', chosen(moment, match)]
    : ['count(*) as n from p_session', sessionFilter(visibility, match)]
  return db.get<{ n: number }>(`select ${from} ${filter.where}`, ...filter.params)?.n ?? 0
}

/** Returns the conditions that are not selected values: the time range, whether a session waits for the user, and a text. */
export function momentFilter(visibility: Visibility, match: SessionMatch): Filter {
  const filter = new Filter(visibility, 'owner')
  if (match.awaiting) filter.and(`awaiting_since is not null and status = 'active'`)
  if (match.from !== undefined) filter.and('last_at >= ?', match.from)
  if (match.to !== undefined) filter.and('last_at < ?', match.to + 1)
  if (match.q !== undefined) {
    const text = containing(match.q)
    // A separate subquery can be answered from an index that holds only these columns.
    const words = `id like ? escape '\\' or name like ? escape '\\' or cwd like ? escape '\\'`
    filter.and(`stream in (select stream from p_session where ${words})`, text, text, text)
  }
  return filter
}
