import type { Visibility } from '../../domain/access/visibility.js'
import type { Money } from '../../domain/pricing/cost.js'
import { billedRules } from '../../domain/pricing/card.js'
import { civilDate, DAY } from '../../domain/time.js'
import type { PricedUsage } from '../../domain/pricing/cost.js'
import type { Reader } from '../sql.js'
import { countAgents } from './agents.js'
import { Filter } from './filter.js'
import { PriceBook } from '../pricing/price-book.js'
import { setRules } from './pricing.js'
import { COUNTS, TERMS } from './usage-columns.js'

/** All-time totals. */
interface Figures {
  readonly sessions: number
  readonly agents: number
  readonly events: number
  readonly tokens: {
    readonly input: number
    readonly output: number
    readonly cacheRead: number
    readonly cacheWrite: number
  }
  readonly cost: Money
}

type UsageDay = Omit<PricedUsage, 'date'> & { readonly day: number }

/**
 * Returns the totals in the tables inside an open transaction. Computed without caches, because cached prices and days are only
 * updated after a commit.
 */
export const figuresOf = (db: Reader, visibility: Visibility): Figures => {
  const { where, params } = new Filter(visibility, 'owner')
  const count = (table: 'p_session_group' | 'p_event_group'): number =>
    db.get<{ n: number }>(`select coalesce(sum(n), 0) as n from ${table} ${where}`, ...params)?.n ?? 0
  const book = new PriceBook(billedRules(setRules(db)), db)
  const tokens = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }
  let cost = 0n
  for (const row of db.all<UsageDay>(`select day, ${TERMS}, ${COUNTS} from p_usage_day ${where}`, ...params)) {
    tokens.input += row.input
    tokens.output += row.output
    tokens.cacheRead += row.cacheRead
    tokens.cacheWrite += row.cacheWrite
    cost += book.price({ ...row, date: civilDate(row.day * DAY) })
  }
  return {
    sessions: count('p_session_group'),
    agents: countAgents(db, visibility),
    events: count('p_event_group'),
    tokens,
    cost,
  }
}

/** Returns the difference of two totals in the shape of an erasure event. */
export const goneBetween = (before: Figures, after: Figures) => ({
  sessions: before.sessions - after.sessions,
  agents: before.agents - after.agents,
  events: before.events - after.events,
  tokens: {
    input: before.tokens.input - after.tokens.input,
    output: before.tokens.output - after.tokens.output,
    cacheRead: before.tokens.cacheRead - after.tokens.cacheRead,
    cacheWrite: before.tokens.cacheWrite - after.tokens.cacheWrite,
  },
  cost: String(before.cost - after.cost),
})
