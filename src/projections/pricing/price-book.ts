import { billedRules } from '../../domain/pricing/card.js'
import { billedExecutions, executionPrice } from '../../domain/pricing/code-execution.js'
import {
  isIntroduced,
  isPricedAsLong,
  type Money,
  priceAt,
  type PricedUsage,
  type TokenPrices,
  tokenPrices,
} from '../../domain/pricing/cost.js'
import { isAssumed, matchRule } from '../../domain/pricing/match.js'
import type { PricingRule } from '../../domain/pricing/rule.js'
import type { StatedContext } from '../../domain/transcript/facts/facts.js'
import { DAY } from '../../domain/time.js'
import type { Recorded } from '../../events/envelope.js'
import { isErasure, isPricingEvent } from '../../events/kinds.js'
import type { Reader } from '../sql.js'
import { PricedHistory } from './priced-history.js'
import { setRules } from '../queries/pricing.js'
import type { Terms } from './usage-span.js'

/** Prices usage by the rules in force. A change of the rules makes a new book; history itself is never rewritten. */
export class PriceBook {
  /** All usage, priced by this book. */
  readonly history: PricedHistory
  readonly #matched = new Map<string, PricingRule | null>()
  readonly #tokens = new Map<string, TokenPrices>()
  readonly #executions = new Map<string, Money>()

  constructor(
    private readonly rules: readonly PricingRule[],
    private readonly db: Reader,
  ) {
    this.history = new PricedHistory(db, this)
  }

  /** Returns the rule for a model; null if none matches. */
  ruleFor(model: string): PricingRule | null {
    const known = this.#matched.get(model)
    if (known !== undefined) return known
    const rule = matchRule(this.rules, model)
    this.#matched.set(model, rule)
    return rule
  }

  /** Whether the price of a model is only that of its family. */
  isAssumed(model: string): boolean {
    const rule = this.ruleFor(model)
    return rule !== null && isAssumed(rule, model)
  }

  /** Returns the total price of a usage. */
  price(usage: PricedUsage): Money {
    return this.priceOfTokens(usage) + this.priceOfExecutions(usage)
  }

  /** Returns the price of its tokens and web searches. */
  priceOfTokens(usage: PricedUsage): Money {
    const prices = this.tokenPrices(usage, usage.date)
    return prices === null ? 0n : priceAt(prices, usage)
  }

  /** Returns the token prices under these terms on a civil date (UTC); null if no rule matches the model. */
  tokenPrices(terms: Terms, date: string): TokenPrices | null {
    const rule = this.ruleFor(terms.model)
    if (rule === null) return null
    const period = isIntroduced(rule, date) ? 'intro' : 'standard'
    const size = isPricedAsLong(rule, terms.context) ? 'long' : 'short'
    const key = `${terms.speed} ${terms.geo} ${terms.tier} ${size} ${period} ${rule.pattern}`
    let prices = this.#tokens.get(key)
    if (prices === undefined) this.#tokens.set(key, (prices = tokenPrices(rule, { ...terms, date })))
    return prices
  }

  /** Returns its share of the account's code execution; see `executionPrice`. */
  priceOfExecutions(usage: PricedUsage): Money {
    const billed = billedExecutions(usage)
    return billed === 0 || this.ruleFor(usage.model) === null ? 0n : BigInt(billed) * this.#executionIn(usage.date)
  }

  /** Whether requests with these terms are priced at long-context rates. */
  contextOf({ model, context }: Pick<Terms, 'model' | 'context'>): StatedContext {
    const rule = this.ruleFor(model)
    return rule !== null && isPricedAsLong(rule, context) ? 'long' : 'short'
  }

  /** Returns the price of one billed code execution request in the month of a civil date. */
  #executionIn(date: string): Money {
    const month = date.slice(0, 7)
    const known = this.#executions.get(month)
    if (known !== undefined) return known
    const priced = executionsOf(this.db, month).filter(({ model }) => this.ruleFor(model) !== null)
    const made = executionPrice(priced.reduce((sum, { billed }) => sum + billed, 0))
    this.#executions.set(month, made)
    return made
  }

  /** Invalidates what may depend on changed usage. */
  committed(events: readonly Recorded[]): void {
    this.#executions.clear()
    this.history.committed(events)
  }
}

interface ExecutionsRow {
  readonly model: string
  readonly billed: number
}

const executionsOf = (db: Reader, month: string): readonly ExecutionsRow[] => {
  const from = new Date(`${month}-01T00:00:00Z`)
  const to = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1)
  return db.all<ExecutionsRow>(
    `select model, code_execution - free_execution as billed from p_usage_day
     where day >= ? and day < ? and code_execution > free_execution`,
    from.getTime() / DAY,
    to / DAY,
  )
}

/** Returns the book of the rules that are set now. */
export const bookInForce = (db: Reader): PriceBook => new PriceBook(billedRules(setRules(db)), db)

/** The book in force: created on first use, dropped when the rules change. */
export class Prices {
  #book: PriceBook | null = null

  constructor(
    private readonly db: Reader,
    /** Whether the tables can be read. */
    private readonly ready: () => boolean,
  ) {}

  get book(): PriceBook {
    if (this.#book !== null) return this.#book
    if (!this.ready()) return new PriceBook(billedRules([]), this.db)
    this.#book = bookInForce(this.db)
    return this.#book
  }

  /** Updates the cached book. Call it for every commit. */
  committed(events: readonly Recorded[]): void {
    // An erasure does not list the rows it deletes, and a rebuild may have replaced the rows of another release.
    const isReplaced = (event: Recorded): boolean => isErasure(event) || event.type === 'projections-rebuilt'
    if (events.some((event) => isPricingEvent(event) || isReplaced(event))) this.#book = null
    else this.#book?.committed(events)
  }
}
