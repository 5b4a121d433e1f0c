import type { Visibility } from '../../../domain/access/visibility.js'
import { DAY, type Instant, iso, QUARTER } from '../../../domain/time.js'
import type { Provider } from '../../../domain/tools/catalog.js'
import type { Reader } from '../../sql.js'
import { Filter } from '../filter.js'
import type { PriceBook } from '../../pricing/price-book.js'
import { localDay, SUMS, TERMS } from '../usage-columns.js'
import { type ReportQuery, usedStretches } from './days.js'
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
export const sessionDays = (db: Reader, visibility: Visibility, query: ReportQuery) => {
  const rows = usedStretches(db, visibility, query).flatMap(({ from, to, offset }) => {
    const span = new Filter(visibility, 'stream').and('quarter >= ? and quarter < ?', from / QUARTER, to / QUARTER)
    return db.all<SessionDay>(
      `select stream, quarter / ${QUARTERS} as day, ${localDay('quarter')} as local, ${TERMS}, ${SUMS}
       from p_usage_session_quarter ${span.where} group by 1, 2, 3, ${TERMS}`,
      offset,
      ...span.params,
    )
  })
  const filter = new Filter(visibility, 'owner')
    .in('source', query.sources)
    .in('provider', query.providers)
    .and('stream in (select value from json_each(?))', JSON.stringify([...new Set(rows.map(({ stream }) => stream))]))
  const sessions = db.all<UsedSession>(
    `select stream, id, name, cwd, provider, last_at from p_session ${filter.where} order by last_at desc, stream desc`,
    ...filter.params,
  )
  const seen = new Set(sessions.map(({ stream }) => stream))
  return { sessions, rows: rows.filter(({ stream }) => seen.has(stream)) }
}
