import type { Visibility } from '../../../domain/access/visibility.js'
import type { CostByDay } from '../../../domain/budget/status.js'
import type { Money } from '../../../domain/pricing/cost.js'
import { zoneNamed } from '../../../domain/reports/zone.js'
import type { PriceBook } from '../../pricing/price-book.js'
import type { Reader } from '../../sql.js'
import { directoriesOf } from '../project-directories.js'
import { type ReportQuery, usageByDay } from './days.js'
import { sessionDays } from './sessions.js'
import { pricerOf } from './tally.js'

/** Whose cost is asked for, and of which days. It can be sent to another thread. */
export interface DailyCostsQuery {
  /** A name that `zoneNamed` knows. */
  readonly timezone: string
  /** Civil days in the zone, counted from 1970, both inclusive. */
  readonly since: number
  readonly until: number
  /** The directory of a project; null for all sessions. */
  readonly cwd: string | null
}

/** Returns the cost of each civil day, from the same sums as the usage report. */
export const dailyCosts = (
  db: Reader,
  visibility: Visibility,
  book: PriceBook,
  { timezone, since, until, cwd }: DailyCostsQuery,
): CostByDay => {
  const zone = zoneNamed(timezone)
  if (zone === undefined) throw new Error(`unknown time zone ${timezone}`)
  const query = { zone, since, until, sources: [], providers: [] }
  if (cwd !== null) return costsOfProject(db, visibility, book, query, cwd)
  return new Map([...usageByDay(db, visibility, book, query)].map(([day, { cost }]) => [day, cost]))
}

const costsOfProject = (
  db: Reader,
  visibility: Visibility,
  book: PriceBook,
  query: ReportQuery,
  cwd: string,
): CostByDay => {
  const { sessions, rows } = sessionDays(db, visibility, query)
  const directories = new Set<string | null>(directoriesOf(db, visibility, [cwd]))
  const own = new Set(sessions.flatMap((session) => (directories.has(session.cwd) ? [session.stream] : [])))
  const costs = new Map<number, Money>()
  const price = pricerOf(book)
  for (const row of rows) {
    if (own.has(row.stream)) costs.set(row.local, (costs.get(row.local) ?? 0n) + price(row))
  }
  return costs
}
