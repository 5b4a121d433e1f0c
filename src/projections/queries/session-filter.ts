import type { Visibility } from '../../domain/access/visibility.js'
import type { SessionStatus, Situation } from '../../domain/session/status.js'
import type { Instant } from '../../domain/time.js'
import type { Reader } from '../sql.js'
import { containing, Filter, type Scope } from './filter.js'

/** A filter of sessions. */
export interface SessionMatch extends Scope {
  readonly status: string | undefined
  readonly state: readonly Situation[]
  readonly awaiting: boolean
  readonly from: Instant | undefined
  readonly to: Instant | undefined
  /** Substring of the id, the name, the branch, the directory, a tag or the note. */
  readonly q: string | undefined
  readonly cwd: readonly string[]
  readonly model: readonly string[]
  /** Sessions with any of these tags, in any case; none means any session. */
  readonly tag: readonly string[]
  readonly pinned: 'only' | 'without' | undefined
  /** Only sessions that this one started, and forks and copies of it. */
  readonly parent: string | undefined
  /** Only sessions of this machine in these directories, which are those of a lane; undefined means anywhere. */
  readonly within: readonly string[] | undefined
}

/** The columns that can be filtered by value. */
export type FacetColumn = 'provider' | 'status' | 'situation' | 'model' | 'cwd' | 'source'

/** Returns the selected values by column; none means any. */
export const wantedOf = (match: SessionMatch): Readonly<Record<FacetColumn, readonly string[]>> => ({
  source: match.sources,
  provider: match.providers,
  cwd: match.cwd,
  model: match.model,
  status: match.status === undefined ? [] : [match.status],
  situation: match.state,
})

/** Whether any value is selected. */
export const selectsValues = (match: SessionMatch): boolean =>
  match.within !== undefined || Object.values(wantedOf(match)).some((values) => values.length > 0)

/** The sessions of more directories are too many to sort on the main thread. */
const MANY_DIRECTORIES = 500

/** Whether the answer needs a scan of the sessions. Such a query runs on a thread that does not receive hooks. */
export const scansSessions = (match: SessionMatch): boolean =>
  match.q !== undefined ||
  match.tag.length > 0 ||
  (match.within?.length ?? 0) > MANY_DIRECTORIES ||
  ((match.from !== undefined || match.to !== undefined) && selectsValues(match))

/** Returns the conditions for matching sessions. */
export function sessionFilter(visibility: Visibility, match: SessionMatch): Filter {
  const filter = chosen(pinnedFilter(momentFilter(visibility, match), match.pinned), match)
  // Repeats the condition of a partial index literally, so that SQLite can use the index of active sessions or the one of
  // finished sessions in list order.
  if (match.status !== undefined) filter.and(match.status === 'active' ? `status = 'active'` : `status <> 'active'`)
  return filter
}

/** The status of a session that ended in a situation; a session in any other situation is active. */
const ENDED: Readonly<Partial<Record<Situation, Exclude<SessionStatus, 'active'>>>> = {
  done: 'completed',
  failed: 'error',
  abandoned: 'abandoned',
}

/**
 * Returns conditions that split the matches of a filter, each with an index in list order: the active ones, which are few, and
 * the finished ones of each wanted status. None if one index has all matches in list order.
 */
export const partsInListOrder = ({ status, state, cwd, within }: SessionMatch): readonly string[] => {
  if (status !== undefined) return []
  const ended = state.flatMap((situation) => ENDED[situation] ?? [])
  if (state.length > 0) return [`status = 'active'`, ...ended.map((one) => `status <> 'active' and status = '${one}'`)]
  return cwd.length === 1 || within !== undefined ? [`status = 'active'`, `status <> 'active'`] : []
}

const chosen = (filter: Filter, match: SessionMatch): Filter => {
  for (const [column, values] of Object.entries(wantedOf(match))) filter.in(column, values)
  return filter
}

const PINNED = 'select stream from p_session_flag where pinned_at is not null'

const pinnedFilter = (filter: Filter, pinned: SessionMatch['pinned']): Filter => {
  if (pinned === undefined) return filter
  return filter.and(`stream ${pinned === 'only' ? 'in' : 'not in'} (${PINNED})`)
}

/** Returns the number of matching sessions. */
export function countSessions(db: Reader, visibility: Visibility, match: SessionMatch): number {
  if (match.pinned === 'without') {
    // Pinned sessions are few: they are counted and subtracted, so that the others need not be.
    const [all, pinned] = [undefined, 'only' as const].map((one) =>
      countSessions(db, visibility, { ...match, pinned: one }),
    )
    return (all ?? 0) - (pinned ?? 0)
  }
  const moment = momentFilter(visibility, match)
  const isCounted = match.pinned === undefined && !isMoment(match)
  const [from, filter] = isCounted
    ? ['coalesce(sum(n), 0) as n from p_session_group', chosen(moment, match)]
    : ['count(*) as n from p_session', sessionFilter(visibility, match)]
  return db.get<{ n: number }>(`select ${from} ${filter.where}`, ...filter.params)?.n ?? 0
}

/** Whether sessions are filtered by more than values and owner, so that they must be counted one by one. */
export const isMoment = ({ awaiting, parent, from, to, q, tag }: SessionMatch): boolean =>
  awaiting || parent !== undefined || from !== undefined || to !== undefined || q !== undefined || tag.length > 0

/** Where users have written something about a session. */
const LABELS = [
  ['p_session_tag', 'tag'],
  ['p_session_note', 'note'],
] as const

/** Returns the conditions that are not selected values: a lane, a time range, a parent, whether a session waits for the user, a text, and tags. */
export function momentFilter(visibility: Visibility, match: SessionMatch): Filter {
  const filter = new Filter(visibility, 'owner')
  if (match.within !== undefined) {
    filter.and(`cwd in (select value from json_each(?)) and source = 'local'`, JSON.stringify(match.within))
  }
  if (match.awaiting) filter.and(`awaiting_since is not null and status = 'active'`)
  if (match.parent !== undefined) filter.and('parent = ?', match.parent)
  if (match.from !== undefined) filter.and('last_at >= ?', match.from)
  if (match.to !== undefined) filter.and('last_at < ?', match.to + 1)
  if (match.q !== undefined) {
    const text = containing(match.q)
    // A separate subquery can be answered from an index that holds only these columns.
    const words = ['id', 'name', 'branch', 'cwd'].map((column) => `${column} like ? escape '\\'`).join(' or ')
    const labels = LABELS.map(([table, column]) => `select stream from ${table} where ${column} like ? escape '\\'`)
    const found = [`select stream from p_session where ${words}`, ...labels].join(' union ')
    filter.and(`stream in (${found})`, text, text, text, text, ...LABELS.map(() => text))
  }
  if (match.tag.length > 0) {
    const wanted = `tag collate nocase in (select value from json_each(?))`
    filter.and(`stream in (select stream from p_session_tag where ${wanted})`, JSON.stringify(match.tag))
  }
  return filter
}
