import type { Visibility } from '../../domain/access/visibility.js'
import { civilDate, DAY, type Instant, iso, QUARTER, quarterOf, type Span } from '../../domain/time.js'
import { COMMON_KINDS, IS_RARE } from '../event-row/event-row.js'
import { payloadOf } from '../hook-payload.js'
import type { Reader, SqlValue } from '../sql.js'
import { laneFinder } from './lane-sessions.js'
import { Filter, type Scope } from './filter.js'
import { localDay } from './usage-columns.js'

interface Row {
  readonly id: number
  readonly session: string
  readonly agent: string | null
  readonly type: string
  readonly tool: string | null
  readonly summary: string | null
  readonly at: Instant
  readonly session_name: string
  readonly session_cwd: string | null
  readonly session_source: string
  readonly agent_name: string | null
  readonly agent_subagent_type: string | null
  readonly bytes: number
}

/** Bytes of the payloads of a page. Payloads above what is left are left out; each can be read by the id of its event. */
const PAGE_BUDGET = 2 * 1024 * 1024
/** Bytes. Payloads up to this size are never left out: the largest page of them is within the budget. */
const SMALL_PAYLOAD = 4 * 1024

// The page is selected from the narrow table first; payloads are read for its rows only.
// `cross join` fixes the order of the tables: SQLite does not know how short a page is, and would start with all events.
const DETAILS = `
  select e.id, s.id as session, e.agent, e.type, e.tool, e.summary, e.at, s.name as session_name, s.cwd as session_cwd, s.source as session_source,
    case when e.agent is null then coalesce(s.main_name, 'Main Agent - ' || s.name) else a.name end as agent_name,
    a.subagent_type as agent_subagent_type, octet_length(l.data) as bytes
  from page p cross join p_event e on e.at = p.at and e.id = p.id cross join p_session s on s.stream = e.stream
  left join p_agent a on a.stream = e.stream and a.id = e.agent
  cross join log l on l.position = e.id`

const toShape = (row: Row, data: string, lane: number | null) => ({
  id: row.id,
  session_id: row.session,
  agent_id: row.agent ?? `${row.session}-main`,
  event_type: row.type,
  tool_name: row.tool,
  summary: row.summary,
  data,
  created_at: iso(row.at),
  session_name: row.session_name,
  session_cwd: row.session_cwd,
  session_lane_id: lane,
  agent_name: row.agent_name,
  agent_subagent_type: row.agent_subagent_type,
})

export type EventShape = ReturnType<typeof toShape>

/** Returns the events of a page, newest first. `page` is a subquery with the columns `at` and `id`. */
const eventsOfPage = (
  db: Reader,
  visibility: Visibility,
  page: string,
  params: readonly SqlValue[],
  budget = PAGE_BUDGET,
): EventShape[] => {
  const filter = new Filter(visibility, 's.owner')
  const laneOf = laneFinder(db, visibility)
  const rows = db.all<Row>(
    `with page as ${page} ${DETAILS} ${filter.where} order by e.at desc, e.id desc`,
    ...params,
    ...filter.params,
  )
  const payloads = payloadsOf(db, rows, budget)
  return rows.map((row) => {
    const lane = laneOf({ cwd: row.session_cwd, source: row.session_source })
    return toShape(row, payloads.get(row.id) ?? leftOut(row.bytes), lane)
  })
}

const leftOut = (bytes: number): string => JSON.stringify({ '[left out]': `${bytes} bytes: read this event by its id` })

/** Returns the payloads that fit into the budget, by the id of the event. Those left out are not read from the disk. */
const payloadsOf = (db: Reader, rows: readonly Row[], budget: number): ReadonlyMap<number, string> => {
  let left = budget
  const fitting = rows.filter(({ bytes }) => {
    if (bytes <= left) left -= bytes
    else return bytes <= SMALL_PAYLOAD
    return true
  })
  const stored = db.all<{ readonly position: number; readonly type: string; readonly data: string }>(
    'select l.position, l.type, l.data from json_each(?) j join log l on l.position = j.value',
    JSON.stringify(fitting.map(({ id }) => id)),
  )
  return new Map(stored.map(({ position, type, data }) => [position, payloadOf(type, data)]))
}

export interface EventQuery extends Scope {
  readonly limit: number
  readonly offset: number
  readonly event_type: readonly string[]
  readonly tool_name: readonly string[]
  readonly agent_id: readonly string[]
  readonly session_id: readonly string[]
  readonly from: Instant | undefined
  readonly to: Instant | undefined
}

const MAIN = '-main'
const ANY_KIND = { event_type: [], tool_name: [] } as const

const isCommon = (kind: string): boolean => COMMON_KINDS.some((common) => common === kind)

/** Returns the conditions of a query on `p_event e`. */
export const filterOf = (visibility: Visibility, query: EventQuery): Filter => {
  const filter = new Filter(visibility, 'e.stream').in('e.type', query.event_type).in('e.tool', query.tool_name)
  // Repeats the condition of a partial index literally, so that SQLite can use the index.
  if (query.event_type.length > 0 && !query.event_type.some(isCommon)) filter.and(`e.${IS_RARE}`)
  if (query.session_id.length > 0) {
    filter.and(
      `e.stream in (select stream from p_session where id in (select value from json_each(?)))`,
      JSON.stringify(query.session_id),
    )
  }
  if (query.agent_id.length > 0) {
    const mains = query.agent_id.filter((id) => id.endsWith(MAIN)).map((id) => id.slice(0, -MAIN.length))
    filter.and(
      `(e.agent in (select value from json_each(?)) or (e.agent is null and e.stream in
        (select stream from p_session where id in (select value from json_each(?)))))`,
      JSON.stringify(query.agent_id),
      JSON.stringify(mains),
    )
  }
  if (query.sources.length > 0 || query.providers.length > 0) {
    const inner = new Filter(visibility, 'owner').in('source', query.sources).in('provider', query.providers)
    filter.and(`e.stream in (select stream from p_session ${inner.where})`, ...inner.params)
  }
  if (query.from !== undefined) filter.and('e.at >= ?', query.from)
  if (query.to !== undefined) filter.and('e.at < ?', query.to + 1)
  return filter
}

/** Returns a page of events, newest first, with the exact number of matches. Text search is separate (`findEvents`). */
export const listEvents = (
  db: Reader,
  visibility: Visibility,
  query: EventQuery,
): { readonly events: EventShape[]; readonly total: number } => {
  const filter = filterOf(visibility, query)
  const reach = query.limit + query.offset
  // Several types or tools are each read in index order, then merged: their rows are never sorted as a whole.
  const parts = onePerValue(query).map((part) => filterOf(visibility, part))
  const newest = parts.map(
    ({ where }) => `select * from (select e.at, e.id from p_event e ${where} order by e.at desc, e.id desc limit ?)`,
  )
  const events = eventsOfPage(
    db,
    visibility,
    `materialized (${newest.join(' union all ')} order by at desc, id desc limit ? offset ?)`,
    [...parts.flatMap(({ params }) => [...params, reach]), query.limit, query.offset],
  )
  return { events, total: countOf(db, visibility, query, filter) }
}

// Longer lists are rare and read as one query: SQLite limits the parts of a union.
const MOST_PARTS = 100

const onePerValue = (query: EventQuery): readonly EventQuery[] => {
  const { event_type, tool_name } = query
  if (event_type.length > 1 && event_type.length <= MOST_PARTS) {
    return [...new Set(event_type)].map((kind) => ({ ...query, event_type: [kind] }))
  }
  if (event_type.length === 0 && tool_name.length > 1 && tool_name.length <= MOST_PARTS) {
    return [...new Set(tool_name)].map((tool) => ({ ...query, tool_name: [tool] }))
  }
  return [query]
}

/**
 * Returns the number of matches. Counts by type, tool and time are stored; rows are only counted for sessions and agents, or for
 * types or tools within a time span.
 */
const countOf = (db: Reader, visibility: Visibility, query: EventQuery, filter: Filter): number => {
  const { event_type, tool_name, agent_id, session_id, from, to } = query
  if (agent_id.length + session_id.length === 0) {
    if (from === undefined && to === undefined) return sumOfGroups(db, visibility, query)
    if (event_type.length + tool_name.length === 0) return countBetween(db, visibility, query)
  }
  return countRows(db, filter)
}

const countRows = (db: Reader, { where, params }: Filter): number =>
  db.get<{ n: number }>(`select count(*) as n from p_event e ${where}`, ...params)?.n ?? 0

type Kinds = Scope & Pick<EventQuery, 'event_type' | 'tool_name'>

const groupFilter = (visibility: Visibility, { event_type, tool_name, sources, providers }: Kinds): Filter =>
  new Filter(visibility, 'owner')
    .in('type', event_type)
    .in('tool', tool_name)
    .in('source', sources)
    .in('provider', providers)

const sumOfGroups = (db: Reader, visibility: Visibility, kinds: Kinds): number => {
  const { where, params } = groupFilter(visibility, kinds)
  return db.get<{ n: number }>(`select coalesce(sum(n), 0) as n from p_event_group ${where}`, ...params)?.n ?? 0
}

/** Sums the stored counts of whole quarter hours and counts the rows before the first and after the last. */
const countBetween = (db: Reader, visibility: Visibility, query: EventQuery): number => {
  const { from = 0, to = Number.MAX_SAFE_INTEGER - 1 } = query
  const [first, end] = [Math.ceil(from / QUARTER), Math.floor((to + 1) / QUARTER)]
  if (first >= end) return countRows(db, filterOf(visibility, query))
  const { where, params } = quarterFilter(visibility, query).and('quarter >= ? and quarter < ?', first, end)
  const whole =
    db.get<{ n: number }>(`select coalesce(sum(n), 0) as n from p_event_quarter ${where}`, ...params)?.n ?? 0
  const edges = [
    { ...query, from, to: first * QUARTER - 1 },
    { ...query, from: end * QUARTER, to },
  ]
  return edges.reduce((sum, edge) => sum + countRows(db, filterOf(visibility, edge)), whole)
}

const quarterFilter = (visibility: Visibility, { sources, providers }: Scope): Filter =>
  new Filter(visibility, 'owner').in('source', sources).in('provider', providers)

export const countEvents = (db: Reader, visibility: Visibility, scope: Scope): number =>
  sumOfGroups(db, visibility, { ...scope, ...ANY_KIND })

/** Counts the events in a span of whole quarter hours. */
export const countEventsIn = (db: Reader, visibility: Visibility, scope: Scope, { from, to }: Span): number => {
  const { where, params } = quarterFilter(visibility, scope).and(
    'quarter >= ? and quarter < ?',
    quarterOf(from),
    quarterOf(to),
  )
  return db.get<{ n: number }>(`select coalesce(sum(n), 0) as n from p_event_quarter ${where}`, ...params)?.n ?? 0
}

/** Returns the number of events by type, the most frequent first. */
export const countsByType = (db: Reader, visibility: Visibility, scope: Scope) => {
  const { where, params } = groupFilter(visibility, { ...scope, ...ANY_KIND })
  return db.all<{ event_type: string; count: number }>(
    `select type as event_type, sum(n) as count from p_event_group ${where} group by type order by count desc, type`,
    ...params,
  )
}

/** Returns the number of events by day of the caller's zone, from the start of one of these days. */
export const countsByDay = (db: Reader, visibility: Visibility, scope: Scope, since: Instant, offset: number) => {
  const { where, params } = quarterFilter(visibility, scope).and('quarter >= ?', quarterOf(since))
  const rows = db.all<{ day: number; count: number }>(
    `select ${localDay('quarter')} as day, sum(n) as count from p_event_quarter ${where} group by day order by day`,
    offset,
    ...params,
  )
  return rows.map(({ day, count }) => ({ date: civilDate(day * DAY), count }))
}

/** Returns the newest events of one session. */
export const eventsOfSession = (db: Reader, visibility: Visibility, stream: number, limit: number): EventShape[] => {
  const filter = new Filter(visibility, 'e.stream').and('e.stream = ?', stream)
  return eventsOfPage(
    db,
    visibility,
    `materialized (select e.at, e.id from p_event e ${filter.where} order by e.at desc, e.id desc limit ?)`,
    [...filter.params, limit],
  )
}

/** Returns the first events of one session, oldest first. */
export const firstEventsOfSession = (
  db: Reader,
  visibility: Visibility,
  stream: number,
  limit: number,
): EventShape[] => {
  const filter = new Filter(visibility, 'e.stream').and('e.stream = ?', stream)
  const first = db.all<{ at: Instant; id: number }>(
    `select e.at, e.id from p_event e ${filter.where} order by e.at, e.id limit ?`,
    ...filter.params,
    limit,
  )
  return eventsAt(db, visibility, first).toReversed()
}

/** Returns events by their ids, oldest first. A single one has its payload, whatever its size. */
export const eventsById = (db: Reader, visibility: Visibility, ids: readonly number[]): EventShape[] =>
  eventsOfPage(
    db,
    visibility,
    `(select cast(o.occurred_at as integer) as at, o.position as id
      from json_each(?) j join log o on o.position = j.value)`,
    [JSON.stringify(ids)],
    ids.length === 1 ? Number.POSITIVE_INFINITY : PAGE_BUDGET,
  ).toReversed()

/** Returns events by time and id, newest first. `budget` limits the bytes of their payloads. */
export const eventsAt = (
  db: Reader,
  visibility: Visibility,
  places: readonly { readonly at: Instant; readonly id: number }[],
  budget = PAGE_BUDGET,
): EventShape[] =>
  eventsOfPage(
    db,
    visibility,
    `(select j.value ->> 'at' as at, j.value ->> 'id' as id from json_each(?) j)`,
    [JSON.stringify(places)],
    budget,
  )

/** Returns the distinct types and tools, sorted, with the number of events of each. */
export const eventFacets = (db: Reader, visibility: Visibility, scope: Scope) => {
  const { where, params } = groupFilter(visibility, { ...scope, ...ANY_KIND })
  const values = (column: 'type' | 'tool') =>
    db
      .all<{ value: string; count: number }>(
        `select ${column} as value, sum(n) as count from p_event_group ${where} group by value order by value`,
        ...params,
      )
      .filter(({ value }) => value !== '' || column === 'type')
  const [types, tools] = [values('type'), values('tool')]
  const names = (counted: typeof types): string[] => counted.map(({ value }) => value)
  return { event_types: names(types), tool_names: names(tools), counts: { event_types: types, tool_names: tools } }
}
