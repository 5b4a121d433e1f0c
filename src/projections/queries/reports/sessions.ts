import type { Visibility } from '../../../domain/access/visibility.js'
import type { Stretch, Zone } from '../../../domain/reports/zone.js'
import { DAY, type Instant, iso, QUARTER } from '../../../domain/time.js'
import type { Provider } from '../../../domain/tools/catalog.js'
import type { Reader } from '../../sql.js'
import { Filter, type Scope } from '../filter.js'
import type { PriceBook } from '../../pricing/price-book.js'
import { localDay, SUMS, TERMS } from '../usage-columns.js'
import { type ReportQuery, stretchesIn, timeOf } from './days.js'
import { pricerOf, type Tally, tallyOf, type UsageSums } from './tally.js'

export interface UsedSession {
  readonly stream: number
  readonly id: string
  readonly name: string
  readonly cwd: string | null
  readonly provider: Provider
  readonly last_at: Instant
}

/** The usage of a session on a civil day of the zone under one set of terms. */
type SessionDay = UsageSums & { readonly stream: number; readonly local: number }

const QUARTERS = DAY / QUARTER

/** Returns the usage of each session within the report, subagents included; the last active session first. */
export const usageBySession = (db: Reader, visibility: Visibility, book: PriceBook, query: ReportQuery) => {
  const tallies = new Map<number, Tally>()
  const price = pricerOf(book)
  const { sessions, rows } = sessionDays(db, visibility, query)
  for (const row of rows) tallyOf(tallies, row.stream).addOf(row, price(row))
  return sessions.map(({ stream, id, last_at, ...session }) => ({
    session_id: id,
    ...session,
    last_activity: iso(last_at),
    tally: tallyOf(tallies, stream),
  }))
}

/** Returns the sessions with usage within the report, the last active one first, and the usage of each by day. */
export const sessionDays = (db: Reader, visibility: Visibility, query: ReportQuery) =>
  usedBetween(db, visibility, { ...query, ...timeOf(query), cwds: [], models: [] })

/** Which usage a sum over a period is about: `from` is inclusive, `to` exclusive. Empty lists mean no filter. */
export interface UsagePeriod extends Scope {
  readonly zone: Zone
  readonly from: Instant
  readonly to: Instant
  readonly cwds: readonly string[]
  /** The models that were used. */
  readonly models: readonly string[]
}

/**
 * Returns the sessions with usage between two instants, the last active one first, and the usage of each by day. Whole quarter
 * hours are read from their sums; of the quarter hours at the edges, each message counts by its time.
 */
export const usedBetween = (db: Reader, visibility: Visibility, period: UsagePeriod) => {
  const rows = stretchesIn(db, visibility, period).flatMap((stretch) => [
    ...wholeQuarters(db, visibility, period, stretch),
    ...edges(stretch).flatMap((edge) => partOfQuarter(db, visibility, period, edge)),
  ])
  const filter = new Filter(visibility, 'owner')
    .in('source', period.sources)
    .in('provider', period.providers)
    .in('cwd', period.cwds)
    .and('stream in (select value from json_each(?))', JSON.stringify([...new Set(rows.map(({ stream }) => stream))]))
  const sessions = db.all<UsedSession>(
    `select stream, id, name, cwd, provider, last_at from p_session ${filter.where} order by last_at desc, stream desc`,
    ...filter.params,
  )
  const seen = new Set(sessions.map(({ stream }) => stream))
  return { sessions, rows: rows.filter(({ stream }) => seen.has(stream)) }
}

const wholeQuarters = (db: Reader, visibility: Visibility, { models }: UsagePeriod, { from, to, offset }: Stretch) => {
  const filter = new Filter(visibility, 'stream')
    .and('quarter >= ? and quarter < ?', Math.ceil(from / QUARTER), Math.floor(to / QUARTER))
    .in('model', models)
  return db.all<SessionDay>(
    `select stream, quarter / ${QUARTERS} as day, ${localDay('quarter')} as local, ${TERMS}, ${SUMS}
     from p_usage_session_quarter ${filter.where} group by 1, 2, 3, ${TERMS}`,
    offset,
    ...filter.params,
  )
}

/** Returns the parts of a stretch that are no whole quarter hours: at most two. */
const edges = (stretch: Stretch): readonly Stretch[] => {
  const { from, to } = stretch
  const [first, last] = [Math.ceil(from / QUARTER) * QUARTER, Math.floor(to / QUARTER) * QUARTER]
  if (first > last) return [stretch]
  return [...(first > from ? [{ ...stretch, to: first }] : []), ...(last < to ? [{ ...stretch, from: last }] : [])]
}

const partOfQuarter = (db: Reader, visibility: Visibility, { models }: UsagePeriod, { from, to, offset }: Stretch) => {
  const quarter = Math.floor(from / QUARTER)
  const filter = new Filter(visibility, 'stream')
    .and(
      'stream in (select stream from p_usage_session_quarter where quarter = ?) and at >= ? and at < ?',
      quarter,
      from,
      to,
    )
    .in('model', models)
  return db.all<SessionDay>(
    `select stream, ${Math.floor(quarter / QUARTERS)} as day, ${localDay(String(quarter))} as local, ${TERMS}, ${SUMS}
     from p_usage ${filter.where} group by 1, ${TERMS}`,
    offset,
    ...filter.params,
  )
}
