import { type Money, priceAt, type PricedUsage, tokenPrices } from '../../../src/domain/pricing/cost.js'
import type { PricingRule } from '../../../src/domain/pricing/rule.js'

/** Returns what a rule asks for a usage. The program computes the prices of the tokens once for many usages. */
export const priceOf = (rule: PricingRule, usage: PricedUsage): Money => priceAt(tokenPrices(rule, usage), usage)
