import type { Visibility } from '../../domain/access/visibility.js'
import type { Instant } from '../../domain/time.js'
import { PAYLOAD_TEXT } from '../hook-payload.js'
import type { Reader } from '../sql.js'
import { type EventQuery, type EventShape, eventsAt, filterOf } from './events.js'
import { containing, Filter } from './filter.js'

/** The text index: which rows may contain a text, up to a position of the log. */
interface TextIndex {
  /** Rows after this one are not indexed yet and are compared one by one. */
  readonly position: number
  /** Returns the index expression for a text; null if the text is too short for the index. */
  readonly expression: (text: string) => string | null
}

export interface EventSearch extends EventQuery {
  readonly q: string
}

interface Hit {
  readonly at: Instant
  readonly id: number
}

export interface EventPage {
  readonly events: EventShape[]
  readonly total: number
  /** There are more matches than `total`. */
  readonly total_capped?: true
}

/** The newest hits of a search, newest first, and the number of hits. */
export interface Found {
  readonly newest: readonly Hit[]
  /** Exact, or the cap. */
  readonly total: number
  readonly isCapped: boolean
}

/** The limits of a search. */
interface Reach {
  /** Upper bound on counted matches: above it the number is not exact. */
  readonly cap: number
  /** Only rows after this position. */
  readonly after?: number
}

/** The total of a search is exact up to this many matches. */
export const MOST_COUNTED = 10_000

/** A search for a page collects this many hits, so that the following pages need no new search. */
const KEPT = 500

/**
 * Finds events that contain a text anywhere in their summary, tool name or data, literally. The index returns candidates, and
 * each is compared with the text itself, the latest recorded first, until the cap is exceeded or the page is full.
 */
export const findEvents = (
  db: Reader,
  index: TextIndex,
  visibility: Visibility,
  query: EventSearch,
  { cap, after = 0 }: Reach,
): Found => {
  const reach = query.limit + query.offset
  const wanted = Math.max(KEPT, reach)
  const most = Math.max(cap + 1, reach)
  const hits = latestRecorded(db, index, visibility, query, after, most)
  const isCapped = hits.length > cap
  const total = Math.min(cap, hits.length)
  if (hits.length < most) return { newest: newestOf(hits, wanted), total, isCapped }
  return {
    newest: newestOf([...hits, ...earlierRecorded(db, visibility, query, after, hits, wanted)], wanted),
    total,
    isCapped,
  }
}

const newestOf = (hits: readonly Hit[], wanted: number): readonly Hit[] =>
  hits.toSorted((a, b) => b.at - a.at || b.id - a.id).slice(0, wanted)

const holding = (visibility: Visibility, query: EventSearch): Filter => {
  const text = containing(query.q)
  // Few records contain the text at all, so few payloads are extracted.
  return filterOf(visibility, query).and(
    `((l.data like ? escape '\\' and ${PAYLOAD_TEXT} like ? escape '\\')
       or e.summary like ? escape '\\' or e.tool like ? escape '\\')`,
    text,
    text,
    text,
    text,
  )
}

/** Returns at most `most` hits, by descending position. */
const latestRecorded = (
  db: Reader,
  index: TextIndex,
  visibility: Visibility,
  query: EventSearch,
  after: number,
  most: number,
): readonly Hit[] => {
  const expression = index.expression(query.q)
  const filter = holding(visibility, query)
  // Rows after the index position are read from the log; older ones only where the index matches. The limits of -1 are needed:
  // SQLite drops the order of a subquery without a limit.
  const unindexed = 'select * from (select position as id from log where position > ? order by position desc limit -1)'
  const [candidates, params] =
    expression === null || after >= index.position
      ? [unindexed, [after]]
      : [
          `${unindexed} union all select * from
             (select rowid from side.event_text where event_text match ? and rowid > ? order by rowid desc limit -1)`,
          [index.position, expression, after],
        ]
  return db.all<Hit>(
    `select e.at, e.id from (${candidates}) c cross join log l on l.position = c.id
     cross join p_event e on e.at = cast(l.occurred_at as integer) and e.id = c.id ${filter.where} limit ?`,
    ...params,
    ...filter.params,
    most,
  )
}

/**
 * Returns hits that were recorded before the given ones but happened later than the oldest wanted one: history is imported after
 * today's hooks. There are rarely any, so little more than the times is read.
 */
const earlierRecorded = (
  db: Reader,
  visibility: Visibility,
  query: EventSearch,
  after: number,
  hits: readonly Hit[],
  wanted: number,
): readonly Hit[] => {
  const oldestWanted = newestOf(hits, wanted).at(-1)?.at ?? 0
  const firstRecorded = hits.at(-1)?.id ?? 0
  // One lower bound of the time, not two: SQLite seeks by one of them.
  const span = { ...query, from: Math.max(oldestWanted, query.from ?? 0) }
  const filter = holding(visibility, span).and('e.id < ? and e.id > ?', firstRecorded, after)
  return db.all<Hit>(
    `select e.at, e.id from p_event e cross join log l on l.position = e.id ${filter.where}
     order by e.at desc, e.id desc limit ?`,
    ...filter.params,
    wanted,
  )
}

/** Counts all events after a position, whatever they contain: a changed count shows that earlier rows were deleted. */
export const countEventsAfter = (db: Reader, visibility: Visibility, position: number): number => {
  const filter = new Filter(visibility, 'e.stream').and('l.position > ?', position)
  return (
    db.get<{ n: number }>(
      `select count(*) as n from log l join p_event e on e.at = cast(l.occurred_at as integer) and e.id = l.position
       ${filter.where}`,
      ...filter.params,
    )?.n ?? 0
  )
}

/** Returns the page of a search in the shape of the event list. */
export const pageOf = (
  db: Reader,
  visibility: Visibility,
  { newest, total, isCapped }: Found,
  { limit, offset }: EventQuery,
): EventPage => ({
  events: eventsAt(db, visibility, newest.slice(offset, offset + limit)),
  total,
  ...(isCapped ? { total_capped: true } : {}),
})
