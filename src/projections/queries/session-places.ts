import type { Visibility } from '../../domain/access/visibility.js'
import type { Money } from '../../domain/pricing/cost.js'
import type { SessionOrder } from '../../domain/session/list-order.js'
import { DURATION } from '../session/session.js'
import type { Reader, SqlValue } from '../sql.js'
import type { Filter } from './filter.js'
import { readCursor, type SessionCursor, writeCursor } from './session-cursor.js'
import {
  countSessions,
  partsInListOrder,
  scansSessions,
  selectsValues,
  sessionFilter,
  type SessionMatch,
} from './session-filter.js'

export interface SessionQuery extends SessionMatch {
  readonly limit: number
  readonly offset: number
  readonly sort_by: SessionOrder | undefined
  readonly sort_desc: boolean | undefined
  /** Where the page before ended. */
  readonly cursor: string | undefined
}

/** The sessions of a page, in order. */
export interface SessionPlaces {
  readonly streams: readonly number[]
  /** The number of all matches. */
  readonly total: number
  /** The cursor of the next page; null after the last one. */
  readonly next: string | null
}

/** The cost of every session, by the rules in force. */
export interface SessionCosts {
  readonly of: (stream: number) => Money
  /** All sessions, ordered by cost and then by stream. */
  readonly ascending: readonly number[]
}

/** Whether a page requires a scan of sessions. Such a query runs on a thread that does not receive hooks. */
export const looksAtAll = (query: SessionQuery): boolean => {
  const { sort_by = 'time', offset } = query
  if (sort_by === 'price' || scansSessions(query)) return true
  // An index of another order has the matches of a filter in between all others.
  return (
    sort_by !== 'time' && (selectsValues(query) || query.from !== undefined || query.to !== undefined || offset > 1000)
  )
}

const KEYS = {
  time: 'last_at',
  started: 'started_at',
  name: 'name collate nocase',
  duration: DURATION,
  agents: 'agent_count',
} as const satisfies Readonly<Record<Exclude<SessionOrder, 'price'>, string>>

/**
 * Finds the sessions of a page, with the number of all matches.
 * @param costs needed to sort by price
 */
export const placesOfSessions = (
  db: Reader,
  visibility: Visibility,
  query: SessionQuery,
  costs: SessionCosts | null,
): SessionPlaces => {
  const total = countSessions(db, visibility, query)
  const order = query.sort_by ?? 'time'
  const after = readCursor(order, query.cursor)
  if (order === 'price' && costs === null) throw new Error('sorting by price needs the costs')
  const found =
    order === 'price' && costs !== null
      ? placesByPrice(db, visibility, query, { costs, total, after })
      : placesInOrder(db, visibility, query, order as keyof typeof KEYS, after)
  const last = found.length < query.limit ? undefined : found.at(-1)
  return {
    streams: found.map(({ stream }) => stream),
    total,
    next: last === undefined ? null : writeCursor(order, last),
  }
}

const placesInOrder = (
  db: Reader,
  visibility: Visibility,
  query: SessionQuery,
  order: keyof typeof KEYS,
  after: SessionCursor | undefined,
): readonly SessionCursor[] => {
  const { limit, offset } = query
  const key = KEYS[order]
  const isAscending = query.sort_desc === false
  const direction = isAscending ? 'asc' : 'desc'
  const sorted = (column: string): string => `order by ${column} ${direction}, stream ${direction}`
  const filterOf = (part: string | null): Filter => {
    const filter = sessionFilter(visibility, query)
    if (part !== null) filter.and(part)
    if (after === undefined) return filter
    const [beyond, from] = isAscending ? ['>', '>='] : ['<', '<=']
    // The first condition alone is what SQLite finds in an index of an expression.
    return filter.and(`${key} ${from} ? and (${key}, stream) ${beyond} (?, ?)`, after.key, after.key, after.stream)
  }
  const listed = partsInListOrder(query)
  const parts =
    order === 'time' ? listed : query.status === undefined ? [`status = 'active'`, `status <> 'active'`] : []
  if (parts.length === 0) {
    const { where, params } = filterOf(null)
    return db.all<SessionCursor>(
      `select stream, ${key} as key from p_session ${where} ${sorted(key)} limit ? offset ?`,
      ...params,
      limit,
      offset,
    )
  }
  // Each part has an index in this order, so at most a page of it is a candidate.
  const selects: string[] = []
  const params: SqlValue[] = []
  for (const part of parts) {
    const filter = filterOf(part)
    selects.push(`select * from (select stream, ${key} as key from p_session ${filter.where} ${sorted(key)} limit ?)`)
    params.push(...filter.params, limit + offset)
  }
  const outer = order === 'name' ? 'key collate nocase' : 'key'
  return db.all<SessionCursor>(
    `select stream, key from (${selects.join(' union all ')}) ${sorted(outer)} limit ? offset ?`,
    ...params,
    limit,
    offset,
  )
}

// Up to here, matches are read and sorted; beyond, the order of all costs is searched for matches.
const SORTED_AT_ONCE = 2000
const MOST_CANDIDATES = 8000

interface ByPrice {
  readonly costs: SessionCosts
  readonly total: number
  readonly after: SessionCursor | undefined
}

/** Sorts by price. Prices depend on the rules in force and are not a column. */
const placesByPrice = (
  db: Reader,
  visibility: Visibility,
  query: SessionQuery,
  { costs, total, after }: ByPrice,
): readonly SessionCursor[] => {
  const isAscending = query.sort_desc === false
  const compare = (stream: number, other: { readonly cost: Money; readonly stream: number }): number => {
    const cost = costs.of(stream)
    return cost === other.cost ? stream - other.stream : cost < other.cost ? -1 : 1
  }
  const { limit, offset } = query
  const place = (stream: number): SessionCursor => ({ key: String(costs.of(stream)), stream })
  const begin = after === undefined ? null : { cost: BigInt(after.key), stream: after.stream }
  const sign = isAscending ? 1 : -1
  const isAfter = (stream: number): boolean => begin === null || sign * compare(stream, begin) > 0
  if (total <= SORTED_AT_ONCE) {
    const { where, params } = sessionFilter(visibility, query)
    return db
      .all<{ stream: number }>(`select stream from p_session ${where}`, ...params)
      .map(({ stream }) => stream)
      .filter(isAfter)
      .toSorted((a, b) => sign * compare(a, { cost: costs.of(b), stream: b }))
      .slice(offset, offset + limit)
      .map(place)
  }
  const order = costs.ascending
  let at = begin === null ? (isAscending ? 0 : order.length - 1) : firstAfter(order, isAscending, isAfter)
  const found: number[] = []
  for (let size = 2 * (limit + offset); found.length < limit + offset && at >= 0 && at < order.length; size *= 2) {
    const candidates = Math.min(size, MOST_CANDIDATES)
    const next = at + sign * candidates
    const some = isAscending ? order.slice(at, next) : order.slice(Math.max(0, next + 1), at + 1).toReversed()
    const filter = sessionFilter(visibility, query).and(
      'stream in (select value from json_each(?))',
      JSON.stringify(some),
    )
    const matching = new Set(
      db
        .all<{ stream: number }>(`select stream from p_session ${filter.where}`, ...filter.params)
        .map(({ stream }) => stream),
    )
    found.push(...some.filter((stream) => matching.has(stream)))
    at = next
  }
  return found.slice(offset, offset + limit).map(place)
}

/** Returns the index of the first session after the cursor in the direction of the list, by binary search. */
const firstAfter = (order: readonly number[], isAscending: boolean, isAfter: (stream: number) => boolean): number => {
  const at = (i: number): number => (isAscending ? i : order.length - 1 - i)
  let [low, high] = [0, order.length]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (isAfter(order[at(middle)] ?? 0)) high = middle
    else low = middle + 1
  }
  return at(low)
}
