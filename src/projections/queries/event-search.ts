import type { Visibility } from '../../domain/access/visibility.js'
import type { Instant } from '../../domain/time.js'
import type { Reader } from '../sql.js'
import { type EventQuery, type EventShape, eventsAt, filterOf, payloadHolds } from './events.js'
import { containing, Filter } from './filter.js'

/** What the text index knows: which rows may hold a text, up to a position of the log. */
export interface TextIndex {
  /** Rows after this one are not in it yet: they are looked at one by one. */
  readonly position: number
  /** An expression of the index for a text; null where the text is too short for it. */
  readonly expression: (text: string) => string | null
}

export interface EventSearch extends EventQuery {
  readonly q: string
}

export interface Hit {
  readonly at: Instant
  readonly id: number
}

export interface EventPage {
  readonly events: EventShape[]
  readonly total: number
  /** There are more matches than `total`. */
  readonly total_capped?: true
}

/** The hits of a search, newest first: so many of them, and how many there are. */
export interface Found {
  readonly newest: readonly Hit[]
  /** Exact, or the cap. */
  readonly total: number
  readonly isCapped: boolean
}

/** How far a search goes. */
export interface Reach {
  /** Matches that are counted: beyond that many the number is not exact. */
  readonly cap: number
  /** Only rows after this position. */
  readonly after?: number
}

/** Matches up to which the total of a search is exact. */
export const MOST_COUNTED = 10_000

/** A page of hits wants so many at once that the pages behind the first are answered without another search. */
const KEPT = 500

/**
 * Finds events that hold a text anywhere in their summary, tool name or data, literally. The index names candidates, and
 * each is compared with the text itself, the latest recorded first, until the cap is passed or a page behind it is full.
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
  const payload = payloadHolds(query.q)
  return filterOf(visibility, query).and(
    `(${payload.condition} or e.summary like ? escape '\\' or e.tool like ? escape '\\')`,
    ...payload.params,
    text,
    text,
  )
}

/** So many hits, by descending position. */
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
  // The newest rows are read from the log itself; older ones only where the index names them. SQLite drops the order of a
  // subquery that has no limit.
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
 * Hits that were recorded before the given ones and happened later than the oldest that is wanted of these: history is
 * imported after hooks of today. Seldom any, so that little more than the times is read.
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

/** Events after a position, whatever they hold: what tells whether rows before it went. */
export const countEventsAfter = (db: Reader, visibility: Visibility, position: number): number => {
  const filter = new Filter(visibility).and('l.position > ?', position)
  return (
    db.get<{ n: number }>(
      `select count(*) as n from log l join p_event e on e.at = cast(l.occurred_at as integer) and e.id = l.position
       ${filter.where}`,
      ...filter.params,
    )?.n ?? 0
  )
}

/** The page of a search in the shape of the event list. */
export const pageOf = (db: Reader, { newest, total, isCapped }: Found, { limit, offset }: EventQuery): EventPage => ({
  events: eventsAt(db, newest.slice(offset, offset + limit)),
  total,
  ...(isCapped ? { total_capped: true } : {}),
})
