import type { Money, PricedUsage } from '../../domain/pricing/cost.js'
import { turnAt } from '../../domain/session/turns.js'
import { civilDate, DAY, type Instant, QUARTER, quarterOf, type Span } from '../../domain/time.js'
import type { ToolId } from '../../domain/tools/catalog.js'
import type { Visibility } from '../../domain/access/visibility.js'
import type { Reader } from '../sql.js'
import { Filter, type Scope } from './filter.js'
import type { PriceBook } from '../pricing/price-book.js'
import { COUNTS, SUMS, TERMS } from './usage-columns.js'

type UsageSums = Omit<PricedUsage, 'date'> & { readonly day: number }
const dated = (row: UsageSums): PricedUsage => ({ ...row, date: civilDate(row.day * DAY) })

export interface UsageTotals {
  readonly cost: Money
  readonly input_tokens: number
  readonly output_tokens: number
  readonly cache_read_tokens: number
  readonly cache_write_tokens: number
  /** Models without a pricing rule: `cost` does not include them. */
  readonly unpriced: readonly string[]
}

export const NO_USAGE: UsageTotals = {
  cost: 0n,
  input_tokens: 0,
  output_tokens: 0,
  cache_read_tokens: 0,
  cache_write_tokens: 0,
  unpriced: [],
}

const named = (known: readonly string[], book: PriceBook, model: string): readonly string[] =>
  book.ruleFor(model) !== null || known.includes(model) ? known : [...known, model]

const plus = (totals: UsageTotals, book: PriceBook, row: UsageSums): UsageTotals => ({
  cost: totals.cost + book.price(dated(row)),
  input_tokens: totals.input_tokens + row.input,
  output_tokens: totals.output_tokens + row.output,
  cache_read_tokens: totals.cache_read_tokens + row.cacheRead,
  cache_write_tokens: totals.cache_write_tokens + row.cacheWrite,
  unpriced: named(totals.unpriced, book, row.model),
})

/** Returns the total of several sessions. */
export const sumOfUsage = (sessions: readonly UsageTotals[]): UsageTotals => ({
  cost: sessions.reduce((sum, { cost }) => sum + cost, 0n),
  input_tokens: sessions.reduce((sum, { input_tokens }) => sum + input_tokens, 0),
  output_tokens: sessions.reduce((sum, { output_tokens }) => sum + output_tokens, 0),
  cache_read_tokens: sessions.reduce((sum, { cache_read_tokens }) => sum + cache_read_tokens, 0),
  cache_write_tokens: sessions.reduce((sum, { cache_write_tokens }) => sum + cache_write_tokens, 0),
  unpriced: [...new Set(sessions.flatMap(({ unpriced }) => unpriced))],
})

/** Returns tokens and cost of each of the given sessions, subagents included. */
export const usageOfSessions = (
  db: Reader,
  visibility: Visibility,
  book: PriceBook,
  streams: readonly number[],
): Map<number, UsageTotals> => {
  const filter = new Filter(visibility, 'stream').and(
    'stream in (select value from json_each(?))',
    JSON.stringify(streams),
  )
  const rows = db.all<UsageSums & { stream: number }>(
    `select stream, day, ${TERMS}, ${SUMS} from p_usage_session ${filter.where} group by stream, day, ${TERMS}`,
    ...filter.params,
  )
  return totalsByStream(book, rows)
}

const totalsByStream = (
  book: PriceBook,
  rows: readonly (UsageSums & { readonly stream: number })[],
): Map<number, UsageTotals> => {
  const totals = new Map<number, UsageTotals>()
  for (const row of rows) totals.set(row.stream, plus(totals.get(row.stream) ?? NO_USAGE, book, row))
  return totals
}

/** Returns tokens and cost of each session with usage in a span of whole quarter hours. */
export const usageOfSessionsIn = (db: Reader, visibility: Visibility, book: PriceBook, { from, to }: Span) => {
  const filter = new Filter(visibility, 'stream').and('quarter >= ? and quarter < ?', quarterOf(from), quarterOf(to))
  const rows = db.all<UsageSums & { stream: number }>(
    `select stream, quarter / ${DAY / QUARTER} as day, ${TERMS}, ${SUMS} from p_usage_session_quarter
     ${filter.where} group by stream, 2, ${TERMS}`,
    ...filter.params,
  )
  return totalsByStream(book, rows)
}

/** The cost of a session, and whether it has code execution, whose price depends on the usage of other sessions. */
export interface PricedSession {
  readonly cost: Money
  readonly executes: boolean
}

/** Returns the cost of each of the given sessions that has usage. */
export const pricedSessions = (
  db: Reader,
  visibility: Visibility,
  book: PriceBook,
  streams: readonly number[],
): Map<number, PricedSession> => {
  const filter = new Filter(visibility, 'stream').and(
    'stream in (select value from json_each(?))',
    JSON.stringify(streams),
  )
  // Not grouped: prices are linear, and pricing a row takes less time than sorting it.
  const rows = db.all<UsageSums & { stream: number }>(
    `select stream, day, ${TERMS}, ${COUNTS} from p_usage_session ${filter.where}`,
    ...filter.params,
  )
  const sessions = new Map<number, PricedSession>()
  for (const row of rows) {
    const { cost, executes } = sessions.get(row.stream) ?? { cost: 0n, executes: false }
    sessions.set(row.stream, {
      cost: cost + book.price(dated(row)),
      executes: executes || row.codeExecution > row.freeExecution,
    })
  }
  return sessions
}

/** Returns tokens and cost of a session from each of some moments to the next one. What is older than the first belongs to it. */
export const usageOfTurns = (
  db: Reader,
  visibility: Visibility,
  book: PriceBook,
  stream: number,
  starts: readonly Instant[],
): readonly UsageTotals[] => {
  const filter = new Filter(visibility, 'stream').and('stream = ?', stream)
  const rows = db.all<Omit<UsageSums, 'day'> & { at: Instant }>(
    `select at, ${TERMS}, ${COUNTS} from p_usage ${filter.where}`,
    ...filter.params,
  )
  const totals = starts.map(() => NO_USAGE)
  for (const { at, ...row } of rows) {
    const turn = turnAt(starts, at)
    totals[turn] = plus(totals[turn] ?? NO_USAGE, book, { ...row, day: Math.floor(at / DAY) })
  }
  return totals
}

/** Returns tokens and cost of each agent of a session, by agent id; the main agent has the empty text. */
export const usageOfAgents = (
  db: Reader,
  visibility: Visibility,
  book: PriceBook,
  stream: number,
): Map<string, UsageTotals> => {
  const filter = new Filter(visibility, 'stream').and('stream = ?', stream)
  const rows = db.all<UsageSums & { agent: string }>(
    `select agent, day, ${TERMS}, ${SUMS} from p_usage_session ${filter.where} group by agent, day, ${TERMS}`,
    ...filter.params,
  )
  const totals = new Map<string, UsageTotals>()
  for (const row of rows) totals.set(row.agent, plus(totals.get(row.agent) ?? NO_USAGE, book, row))
  return totals
}

/** Returns tokens and cost of each owner in a span of whole quarter hours. */
export const usageOfOwners = (
  db: Reader,
  visibility: Visibility,
  book: PriceBook,
  { from, to }: Span,
): Map<string, UsageTotals> => {
  const filter = new Filter(visibility, 'owner').and('quarter >= ? and quarter < ?', quarterOf(from), quarterOf(to))
  const rows = db.all<UsageSums & { owner: string }>(
    `select owner, quarter / ${DAY / QUARTER} as day, ${TERMS}, ${SUMS} from p_usage_quarter ${filter.where}
     group by owner, 2, ${TERMS}`,
    ...filter.params,
  )
  const totals = new Map<string, UsageTotals>()
  for (const row of rows) totals.set(row.owner, plus(totals.get(row.owner) ?? NO_USAGE, book, row))
  return totals
}

/** Returns tokens and cost of the sessions that runs with each account of a tool held since a time, while they held them. */
export const usageOfAccounts = (
  db: Reader,
  visibility: Visibility,
  book: PriceBook,
  tool: ToolId,
  from: Instant,
): ReadonlyMap<string, UsageTotals> => {
  const filter = new Filter(visibility, 'r.owner')
    .and('r.account is not null')
    .and('r.tool = ?', tool)
    .and('(r.ended_at is null or r.ended_at >= ?)', from)
  const rows = db.all<UsageSums & { readonly account: string }>(
    `with held as (
       select distinct r.account, q.quarter, q.stream from p_run r join p_run_session rs using (run)
         join p_session s on s.id = rs.session
         join p_usage_session_quarter q on q.stream = s.stream
           and q.quarter >= max(?, cast(r.started_at / ${QUARTER} as integer))
           and q.quarter <= cast(coalesce(r.ended_at, 9e15) / ${QUARTER} as integer)
       ${filter.where}
     )
     select account, quarter / ${DAY / QUARTER} as day, ${TERMS}, ${SUMS}
       from held join p_usage_session_quarter using (quarter, stream) group by account, 2, ${TERMS}`,
    quarterOf(from),
    ...filter.params,
  )
  const totals = new Map<string, UsageTotals>()
  for (const row of rows) totals.set(row.account, plus(totals.get(row.account) ?? NO_USAGE, book, row))
  return totals
}

/** Returns tokens and cost of everything in scope, for all time or for a span of whole quarter hours. */
export const usageOfAll = (
  db: Reader,
  visibility: Visibility,
  book: PriceBook,
  scope: Scope,
  span: Span | null,
): UsageTotals => {
  if (span === null) return usageOfHistory(visibility, book, scope)
  const filter = new Filter(visibility, 'owner')
    .in('source', scope.sources)
    .in('provider', scope.providers)
    .and('quarter >= ? and quarter < ?', quarterOf(span.from), quarterOf(span.to))
  const rows = db.all<UsageSums>(
    `select quarter / ${DAY / QUARTER} as day, ${TERMS}, ${SUMS} from p_usage_quarter ${filter.where}
     group by 1, ${TERMS}`,
    ...filter.params,
  )
  return rows.reduce((totals, row) => plus(totals, book, row), NO_USAGE)
}

const usageOfHistory = (visibility: Visibility, book: PriceBook, scope: Scope): UsageTotals => {
  let totals = NO_USAGE
  for (const { buckets, executing } of book.history.in(0, visibility, scope)) {
    for (const { model, price, input, output, cacheRead, cacheWrite } of buckets) {
      totals = {
        cost: totals.cost + price,
        input_tokens: totals.input_tokens + input,
        output_tokens: totals.output_tokens + output,
        cache_read_tokens: totals.cache_read_tokens + cacheRead,
        cache_write_tokens: totals.cache_write_tokens + cacheWrite,
        unpriced: named(totals.unpriced, book, model),
      }
    }
    for (const row of executing) totals = { ...totals, cost: totals.cost + book.priceOfExecutions(row) }
  }
  return totals
}
