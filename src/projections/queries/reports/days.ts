import type { Visibility } from '../../../domain/access/visibility.js'
import { startOfCivilDay, type Stretch, stretchesOver, type Zone } from '../../../domain/reports/zone.js'
import { DAY, type Instant, QUARTER } from '../../../domain/time.js'
import type { Reader } from '../../sql.js'
import { Filter, type Scope } from '../filter.js'
import type { PriceBook } from '../../pricing/price-book.js'
import { COUNTS, localDay, SUMS, TERMS } from '../usage-columns.js'
import { pricerOf, type Tally, tallyOf, type UsageSums } from './tally.js'

/** The range and scope of a report. */
export interface ReportQuery extends Scope {
  readonly zone: Zone
  /** Civil days in the zone, counted from 1970, both inclusive; null means no bound. */
  readonly since: number | null
  readonly until: number | null
}

const LAST_DAY = 1e8 + 1
const QUARTERS = DAY / QUARTER

/** Returns the time range of a report: `from` inclusive, `to` exclusive. */
export const timeOf = ({ zone, since, until }: ReportQuery): { readonly from: Instant; readonly to: Instant } => ({
  from: since === null ? 0 : startOfCivilDay(zone, since),
  to: until === null ? LAST_DAY * DAY : startOfCivilDay(zone, until + 1),
})

type DayRow = UsageSums & { readonly local: number }

/** Returns the usage on each civil day of the zone. */
export const usageByDay = (
  db: Reader,
  visibility: Visibility,
  book: PriceBook,
  query: ReportQuery,
): ReadonlyMap<number, Tally> => {
  const tallies = new Map<number, Tally>()
  const price = pricerOf(book)
  for (const row of rowsOf(db, visibility, query)) tallyOf(tallies, row.local).addOf(row, price(row))
  return new Map([...tallies].toSorted(([a], [b]) => a - b))
}

const scoped = (visibility: Visibility, { sources, providers }: Scope): Filter =>
  new Filter(visibility, 'owner').in('source', sources).in('provider', providers)

/**
 * Reads the usage by day. Where a zone has the offset of UTC, its days are those of the table; other days are summed from quarter
 * hours.
 */
const rowsOf = (db: Reader, visibility: Visibility, query: ReportQuery): readonly DayRow[] => {
  const rows: DayRow[] = []
  for (const { from, to, offset } of usedStretches(db, visibility, query)) {
    const filter = scoped(visibility, query)
    if (offset === 0 && from % DAY === 0 && to % DAY === 0) {
      filter.and('day >= ? and day < ?', from / DAY, to / DAY)
      rows.push(
        ...db.all<DayRow>(
          `select day, day as local, ${TERMS}, ${COUNTS} from p_usage_day ${filter.where}`,
          ...filter.params,
        ),
      )
    } else {
      filter.and('quarter >= ? and quarter < ?', from / QUARTER, to / QUARTER)
      rows.push(
        ...db.all<DayRow>(
          `select quarter / ${QUARTERS} as day, ${localDay('quarter')} as local, ${TERMS}, ${SUMS}
           from p_usage_quarter ${filter.where} group by 1, 2, ${TERMS}`,
          offset,
          ...filter.params,
        ),
      )
    }
  }
  return rows
}

/** Returns ranges of constant offset that cover the usage within a report. */
export const usedStretches = (db: Reader, visibility: Visibility, query: ReportQuery): readonly Stretch[] =>
  stretchesIn(db, visibility, { zone: query.zone, ...timeOf(query) })

/** Returns ranges of constant offset that cover the usage between two instants. */
export const stretchesIn = (
  db: Reader,
  visibility: Visibility,
  { zone, from, to }: { readonly zone: Zone; readonly from: Instant; readonly to: Instant },
): readonly Stretch[] =>
  stretchesOver(zone, usedDays(db, visibility, from, to)).map((stretch) => ({
    ...stretch,
    from: Math.max(from, stretch.from),
    to: Math.min(to, stretch.to),
  }))

const usedDays = (db: Reader, visibility: Visibility, from: Instant, to: Instant): readonly number[] => {
  const filter = new Filter(visibility, 'owner').and(
    'day >= ? and day < ?',
    Math.floor(from / DAY),
    Math.ceil(to / DAY),
  )
  return db
    .all<{ day: number }>(`select distinct day from p_usage_day ${filter.where} order by day`, ...filter.params)
    .map(({ day }) => day)
}
