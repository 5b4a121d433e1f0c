import type { Visibility } from '../../../domain/access/visibility.js'
import { type Block, blocksOf } from '../../../domain/reports/blocks.js'
import { dayIn } from '../../../domain/reports/zone.js'
import { DAY, type Instant, QUARTER } from '../../../domain/time.js'
import type { Reader } from '../../sql.js'
import { Filter } from '../filter.js'
import type { PriceBook } from '../../pricing/price-book.js'
import { SUMS, TERMS } from '../usage-columns.js'
import type { ReportQuery } from './days.js'
import { pricerOf, type Tally, tallyOf, type UsageSums } from './tally.js'

const QUARTERS = DAY / QUARTER

export interface BlockUsage {
  readonly block: Block
  readonly tally: Tally
}

/** Returns the usage of each block that starts within the report, in order. */
export const usageByBlock = (
  db: Reader,
  visibility: Visibility,
  book: PriceBook,
  query: ReportQuery,
): readonly BlockUsage[] => {
  const { zone, since, until } = query
  const filter = new Filter(visibility, 'owner').in('source', query.sources).in('provider', query.providers)
  // The start of a block depends on the one before: all are computed, those in the report are summed.
  const quarters = db.all<{ quarter: number }>(
    `select distinct quarter from p_usage_quarter ${filter.where} order by quarter`,
    ...filter.params,
  )
  const blocks = blocksOf(quarters.map(({ quarter }) => quarter)).filter(({ start }) => {
    const day = dayIn(zone, start)
    return (since === null || day >= since) && (until === null || day <= until)
  })
  const rows = db.all<UsageSums & { readonly start: Instant }>(
    `select json_extract(b.value, '$.start') as start, quarter / ${QUARTERS} as day, ${TERMS}, ${SUMS}
     from json_each(?) b cross join p_usage_quarter on quarter >= json_extract(b.value, '$.start') / ${QUARTER}
       and quarter < json_extract(b.value, '$.end') / ${QUARTER} ${filter.where} group by 1, 2, ${TERMS}`,
    JSON.stringify(blocks),
    ...filter.params,
  )
  const tallies = new Map<Instant, Tally>()
  const price = pricerOf(book)
  for (const row of rows) tallyOf(tallies, row.start).addOf(row, price(row))
  return blocks.map((block) => ({ block, tally: tallyOf(tallies, block.start) }))
}

/** Returns the times of the first and the last usage since an instant. Only fast for a recent instant. */
export const usedBetween = (
  db: Reader,
  visibility: Visibility,
  { sources, providers }: Pick<ReportQuery, 'sources' | 'providers'>,
  since: Instant,
): { readonly first: Instant; readonly last: Instant } | null => {
  const filter = new Filter(visibility, 'owner')
    .in('source', sources)
    .in('provider', providers)
    .and('stream in (select stream from p_session where last_at >= ?)', since)
    .and('at >= ?', since)
  const row = db.get<{ first: Instant | null; last: Instant | null }>(
    `select min(at) as first, max(at) as last from p_usage ${filter.where}`,
    ...filter.params,
  )
  return row === undefined || row.first === null || row.last === null ? null : { first: row.first, last: row.last }
}
