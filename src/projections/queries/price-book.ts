import { rulesInForce } from '../../domain/pricing/card.js'
import { type Money, priceOf, type PricedUsage } from '../../domain/pricing/cost.js'
import { matchRule } from '../../domain/pricing/match.js'
import type { PricingRule } from '../../domain/pricing/rule.js'
import type { Reader } from '../sql.js'
import { setRules } from './pricing.js'

/** Prices usage by the rules in force; a change of the rules is a new book, history itself is never rewritten. */
export class PriceBook {
  readonly #matched = new Map<string, PricingRule | null>()

  constructor(private readonly rules: readonly PricingRule[]) {}

  /** The rule for a model, null when none prices it. */
  ruleFor(model: string): PricingRule | null {
    const known = this.#matched.get(model)
    if (known !== undefined) return known
    const rule = matchRule(this.rules, model)
    this.#matched.set(model, rule)
    return rule
  }

  price(usage: PricedUsage): Money {
    const rule = this.ruleFor(usage.model)
    return rule === null ? 0n : priceOf(rule, usage)
  }
}

/** The book in force: made when it is asked for, thrown away when the rules change. */
export class Prices {
  #book: PriceBook | null = null

  constructor(
    private readonly db: Reader,
    /** Whether the tables can be read. */
    private readonly ready: () => boolean,
  ) {}

  get book(): PriceBook {
    if (this.#book !== null) return this.#book
    if (!this.ready()) return new PriceBook(rulesInForce([]))
    this.#book = new PriceBook(rulesInForce(setRules(this.db)))
    return this.#book
  }

  rulesChanged(): void {
    this.#book = null
  }
}
