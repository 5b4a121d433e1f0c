import type { Visibility } from '../../domain/access/visibility.js'
import type { Instant } from '../../domain/time.js'
import type { Reader } from '../sql.js'
import { containing, Filter, type Scope } from './filter.js'

/** Which sessions are meant. */
export interface SessionMatch extends Scope {
  readonly status: string | undefined
  readonly awaiting: boolean
  readonly from: Instant | undefined
  readonly to: Instant | undefined
  /** Stands somewhere in the id, the name or the directory. */
  readonly q: string | undefined
  readonly cwd: readonly string[]
  readonly model: readonly string[]
}

/** The columns whose values sessions are filtered by. */
export type FacetColumn = 'provider' | 'status' | 'model' | 'cwd' | 'source'

/** The values that are chosen, by column; none chosen means any. */
export const wantedOf = (match: SessionMatch): Readonly<Record<FacetColumn, readonly string[]>> => ({
  source: match.sources,
  provider: match.providers,
  cwd: match.cwd,
  model: match.model,
  status: match.status === undefined ? [] : [match.status],
})

/** The sessions that match. */
export function sessionFilter(visibility: Visibility, match: SessionMatch): Filter {
  const filter = chosen(momentFilter(visibility, match), match)
  // Said in so many words, it is known to be what an index is of: of those that run, or in the order of those that do not.
  if (match.status !== undefined) filter.and(match.status === 'active' ? `status = 'active'` : `status <> 'active'`)
  return filter
}

const chosen = (filter: Filter, match: SessionMatch): Filter => {
  for (const [column, values] of Object.entries(wantedOf(match))) filter.in(column, values)
  return filter
}

/** How many sessions match. */
export function countSessions(db: Reader, visibility: Visibility, match: SessionMatch): number {
  const moment = momentFilter(visibility, match)
  const [from, filter] = moment.isEmpty
    ? ['coalesce(sum(n), 0) as n from p_session_group', chosen(moment, match)]
    : ['count(*) as n from p_session', sessionFilter(visibility, match)]
  return db.get<{ n: number }>(`select ${from} ${filter.where}`, ...filter.params)?.n ?? 0
}

/** What is asked for beside chosen values: when, whether they wait, and words. */
export function momentFilter(visibility: Visibility, match: SessionMatch): Filter {
  const filter = new Filter(visibility)
  if (match.awaiting) filter.and(`awaiting_since is not null and status = 'active'`)
  if (match.from !== undefined) filter.and('last_at >= ?', match.from)
  if (match.to !== undefined) filter.and('last_at < ?', match.to + 1)
  if (match.q !== undefined) {
    const text = containing(match.q)
    // Of its own, so that it is answered from an index that holds nothing else.
    const words = `id like ? escape '\\' or name like ? escape '\\' or cwd like ? escape '\\'`
    filter.and(`stream in (select stream from p_session where ${words})`, text, text, text)
  }
  return filter
}
