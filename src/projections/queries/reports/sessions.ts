import type { Visibility } from '../../../domain/access/visibility.js'
import { DAY, type Instant, iso } from '../../../domain/time.js'
import type { Reader } from '../../sql.js'
import { Filter } from '../filter.js'
import type { PriceBook } from '../price-book.js'
import { COUNTS, SUMS } from '../usage-columns.js'
import { type ReportQuery, timeOf } from './days.js'
import { pricerOf, type Tally, tallyOf, type UsageSums } from './tally.js'

interface Named {
  readonly stream: number
  readonly id: string
  readonly name: string
  readonly cwd: string | null
  readonly provider: 'claude' | 'codex'
  readonly last_at: Instant
}

type SessionRow = UsageSums & { readonly stream: number }

const TERMS = 'model, speed, geo, tier'

/** What each session used in the time of the report, subagents included; the last active session first. */
export const usageBySession = (db: Reader, visibility: Visibility, book: PriceBook, query: ReportQuery) => {
  const tallies = new Map<number, Tally>()
  const price = pricerOf(book)
  for (const row of rowsOf(db, query)) tallyOf(tallies, row.stream).addOf(row, price(row))
  const filter = new Filter(visibility)
    .in('source', query.sources)
    .in('provider', query.providers)
    .and('stream in (select value from json_each(?))', JSON.stringify([...tallies.keys()]))
  const sessions = db.all<Named>(
    `select stream, id, name, cwd, provider, last_at from p_session ${filter.where} order by last_at desc, stream desc`,
    ...filter.params,
  )
  return sessions.flatMap(({ stream, id, last_at, ...session }) => {
    const tally = tallies.get(stream)
    return tally === undefined ? [] : [{ session_id: id, ...session, last_activity: iso(last_at), tally }]
  })
}

/** Whole days (UTC) are summed already; of the days at either end only the messages of the sessions on them are read. */
const rowsOf = (db: Reader, query: ReportQuery): readonly SessionRow[] => {
  const { from, to } = timeOf(query)
  const [first, behind] = [Math.ceil(from / DAY), Math.floor(to / DAY)]
  if (first > behind) return messagesBetween(db, from, to)
  return [
    ...messagesBetween(db, from, first * DAY),
    ...db.all<SessionRow>(
      `select stream, day, ${TERMS}, ${COUNTS} from p_usage_session where day >= ? and day < ?`,
      first,
      behind,
    ),
    ...messagesBetween(db, behind * DAY, to),
  ]
}

/** The usage of a part of one day. */
const messagesBetween = (db: Reader, from: Instant, to: Instant): readonly SessionRow[] => {
  if (from >= to) return []
  const day = Math.floor(from / DAY)
  return db.all<SessionRow>(
    `select stream, ${day} as day, ${TERMS}, ${SUMS} from p_usage
     where stream in (select stream from p_usage_session where day = ?) and at >= ? and at < ?
     group by stream, ${TERMS}`,
    day,
    from,
    to,
  )
}
