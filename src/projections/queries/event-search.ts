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
}

/** The hits of a search, newest first: so many of them, and how many there are. */
export interface Found {
  readonly newest: readonly Hit[]
  readonly total: number
}

/** A page of hits wants so many at once that the pages behind the first are answered without another search. */
const KEPT = 500

/**
 * Events that hold a text anywhere in their summary, tool name or data, literally. The index names candidates, and every
 * one is compared with the text itself, so the total is exact.
 */
export const findEvents = (
  db: Reader,
  index: TextIndex,
  visibility: Visibility,
  query: EventSearch,
  after = 0,
): Found => {
  const text = containing(query.q)
  const payload = payloadHolds(query.q)
  const expression = index.expression(query.q)
  const filter = filterOf(visibility, query).and(
    `(${payload.condition} or e.summary like ? escape '\\' or e.tool like ? escape '\\')`,
    ...payload.params,
    text,
    text,
  )
  // The newest rows are read from the log itself; older ones only where the index names them. Newest first, as they are
  // wanted: what comes later is then seldom among the newest, and is counted without being sorted.
  const [candidates, params] =
    expression === null || after >= index.position
      ? ['select position as id from log where position > ? order by position desc', [after]]
      : [
          `select position as id from log where position > ? union all select * from
             (select rowid from side.event_text where event_text match ? and rowid > ? order by rowid desc)`,
          [index.position, expression, after],
        ]
  const rows = db.all<Hit & { readonly total: number }>(
    `with hit as materialized (
       select e.at, e.id from (${candidates}) c cross join log l on l.position = c.id
       cross join p_event e on e.at = cast(l.occurred_at as integer) and e.id = c.id ${filter.where}
     ) select at, id, (select count(*) from hit) as total from hit order by at desc, id desc limit ?`,
    ...params,
    ...filter.params,
    Math.max(KEPT, query.limit + query.offset),
  )
  return { newest: rows.map(({ at, id }) => ({ at, id })), total: rows[0]?.total ?? 0 }
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
export const pageOf = (db: Reader, { newest, total }: Found, { limit, offset }: EventQuery): EventPage => ({
  events: eventsAt(db, newest.slice(offset, offset + limit)),
  total,
})
