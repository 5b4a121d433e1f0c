import type { Visibility } from '../../domain/access/visibility.js'
import type { Instant } from '../../domain/time.js'
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
  const filter = momentFilter(visibility, match)
  for (const [column, values] of Object.entries(wantedOf(match))) filter.in(column, values)
  return filter
}

/** What is asked for beside chosen values: when, whether they wait, and words. */
export function momentFilter(visibility: Visibility, match: SessionMatch): Filter {
  const filter = new Filter(visibility)
  if (match.awaiting) filter.and(`awaiting_since is not null and status = 'active'`)
  if (match.from !== undefined) filter.and('last_at >= ?', match.from)
  if (match.to !== undefined) filter.and('last_at < ?', match.to + 1)
  if (match.q !== undefined) {
    const text = containing(match.q)
    filter.and(`(id like ? escape '\\' or name like ? escape '\\' or cwd like ? escape '\\')`, text, text, text)
  }
  return filter
}
