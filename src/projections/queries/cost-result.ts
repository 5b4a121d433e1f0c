import type { Visibility } from '../../domain/access/visibility.js'
import { billedExecutions, FREE_HOURS_PER_MONTH, hoursOf } from '../../domain/pricing/code-execution.js'
import { type Money, partsInUsd, type PricedUsage, toUsd, webSearchPrice } from '../../domain/pricing/cost.js'
import type { StatedContext, Usage } from '../../domain/transcript/facts/facts.js'
import { civilDate, DAY, QUARTER } from '../../domain/time.js'
import type { Reader } from '../sql.js'
import { Filter, type Scope } from './filter.js'
import type { PriceBook } from '../pricing/price-book.js'
import { COUNTS, localDay, SUMS, TERMS } from './usage-columns.js'
import { addUsage, NOTHING_USED, type Terms, type UsedCounts } from '../pricing/usage-span.js'

type Line = Omit<Terms, 'context'> & { readonly size: StatedContext } & {
  -readonly [K in keyof UsedCounts]: UsedCounts[K]
} & { price: Money }

/**
 * Collects priced usage and shows it as the cost result of the contract. A line of the breakdown contains its tokens and
 * searches. Code execution is priced per month (see `executionPrice`) and listed with the features, as in the Claude Code Agent
 * Monitor API. The total and the days include both.
 */
class CostSheet {
  readonly #lines = new Map<string, Line>()
  readonly #days = new Map<string, Money>()
  #executions: Money = 0n
  #billed = 0

  constructor(private readonly book: PriceBook) {}

  addTokens(usage: Terms & UsedCounts, price: Money): void {
    const { model, speed, geo, tier } = usage
    const size = this.book.contextOf(usage)
    const key = `${model}\u0000${speed}\u0000${geo}\u0000${tier}\u0000${size}`
    let line = this.#lines.get(key)
    if (line === undefined) this.#lines.set(key, (line = { model, speed, geo, tier, size, ...NOTHING_USED }))
    addUsage(line, usage, price)
  }

  addDay(date: string, price: Money): void {
    this.#days.set(date, (this.#days.get(date) ?? 0n) + price)
  }

  addExecutions(usage: PricedUsage, shown: string): void {
    if (usage.codeExecution === 0 || this.book.ruleFor(usage.model) === null) return
    const price = this.book.priceOfExecutions(usage)
    this.#executions += price
    this.#billed += billedExecutions(usage)
    this.addDay(shown, price)
  }

  get result() {
    const lines = [...this.#lines].toSorted(dearestFirst).map(([, line]) => line)
    const priced = lines.filter(({ model }) => this.book.ruleFor(model) !== null)
    const total = lines.reduce((sum, { price }) => sum + price, this.#executions)
    const costs = partsInUsd([...lines.map(({ price }) => price), this.#executions])
    const days = [...this.#days].toSorted(byName)
    const dayCosts = partsInUsd(days.map(([, price]) => price))
    const searches = priced.reduce((sum, { webSearch }) => sum + webSearch, 0)
    return {
      total_cost: toUsd(total),
      breakdown: lines.map((line, i) => ({
        model: line.model,
        speed: line.speed,
        inference_geo: line.geo,
        service_tier: line.tier,
        context_size: line.size,
        ...tokensOf(line),
        cache_write_1h_tokens: line.cacheWrite1h,
        web_search_requests: line.webSearch,
        web_fetch_requests: line.webFetch,
        code_execution_requests: line.codeExecution,
        cost: costs[i] ?? 0,
        matched_rule: this.book.ruleFor(line.model)?.pattern ?? null,
        assumed: this.book.isAssumed(line.model),
      })),
      daily_costs: days.map(([date], i) => ({ date, cost: dayCosts[i] ?? 0 })),
      feature_costs: {
        web_search_cost: toUsd(webSearchPrice(searches)),
        web_fetch_cost: 0,
        code_execution_cost: costs.at(-1) ?? 0,
        code_execution_hours_estimated: Math.round(hoursOf(this.#billed) * 1e4) / 1e4,
        code_execution_free_hours: FREE_HOURS_PER_MONTH,
      },
      unpriced_models: this.#unpriced(lines),
    }
  }

  #unpriced(lines: readonly Line[]) {
    const models = new Map<string, Line>()
    for (const line of lines) {
      if (this.book.ruleFor(line.model) !== null) continue
      const held = models.get(line.model)
      if (held === undefined) models.set(line.model, { ...line })
      else {
        held.input += line.input
        held.output += line.output
        held.cacheRead += line.cacheRead
        held.cacheWrite += line.cacheWrite
      }
    }
    return [...models.values()].map((line) => ({ model: line.model, ...tokensOf(line) }))
  }
}

const tokensOf = (usage: Usage) => ({
  input_tokens: usage.input,
  output_tokens: usage.output,
  cache_read_tokens: usage.cacheRead,
  cache_write_tokens: usage.cacheWrite,
})

type Named<T> = readonly [name: string, value: T]

const byName = ([a]: Named<unknown>, [b]: Named<unknown>): number => (a < b ? -1 : 1)
const dearestFirst = (a: Named<Line>, b: Named<Line>): number =>
  a[1].price === b[1].price ? byName(a, b) : a[1].price > b[1].price ? -1 : 1

/** Returns the cost of everything in scope; days are those of the caller's zone. */
export const costOfAll = (visibility: Visibility, book: PriceBook, scope: Scope, offset: number) => {
  const sheet = new CostSheet(book)
  for (const { buckets, days, executing } of book.history.in(offset, visibility, scope)) {
    for (const bucket of buckets) sheet.addTokens(bucket, bucket.price)
    for (const { shown, price } of days) sheet.addDay(shown, price)
    for (const row of executing) sheet.addExecutions(row, row.shown)
  }
  return sheet.result
}

type SessionRow = Omit<PricedUsage, 'date'> & { readonly day: number; readonly local: number }

/**
 * Returns the cost of one session, subagents included. It bears its share of the code execution beyond the account's monthly
 * allowance.
 */
export const costOfSession = (db: Reader, visibility: Visibility, book: PriceBook, offset: number, stream: number) => {
  const sheet = new CostSheet(book)
  for (const row of sessionRows(db, new Filter(visibility, 'stream').and('stream = ?', stream), offset)) {
    const usage = { ...row, date: civilDate(row.day * DAY) }
    const shown = civilDate(row.local * DAY)
    const price = book.priceOfTokens(usage)
    sheet.addTokens(usage, price)
    sheet.addDay(shown, price)
    sheet.addExecutions(usage, shown)
  }
  return sheet.result
}

// Sessions are summed by UTC day. The days of another zone are computed from the messages, by quarter hour as elsewhere.
const sessionRows = (db: Reader, { where, params }: Filter, offset: number): readonly SessionRow[] => {
  if (offset === 0) {
    return db.all<SessionRow>(`select day, day as local, ${TERMS}, ${COUNTS} from p_usage_session ${where}`, ...params)
  }
  return db.all<SessionRow>(
    `select cast(at / ${DAY} as integer) as day, ${localDay(`cast(at / ${QUARTER} as integer)`)} as local, ${TERMS}, ${SUMS}
     from p_usage ${where} group by 1, 2, ${TERMS}`,
    offset,
    ...params,
  )
}
