import { NO_RATES, providerOfPattern } from '../domain/pricing/card.js'
import { Schema as S } from '../domain/schema.js'
import { Provider } from '../domain/tools/schema.js'
import { defineEvent } from './define.js'
import { PRICING_STREAM } from './streams.js'

const Rates = S.Struct({
  input: S.Number,
  output: S.Number,
  cacheRead: S.Number,
  cacheWrite: S.Number,
  cacheWrite1h: S.Number,
})

/** A rule with all its values: a replaced default, or one of the user's own. */
export const pricingRuleSet = defineEvent({
  type: 'pricing-rule-set',
  stream: PRICING_STREAM,
  version: 2,
  schema: S.Struct({
    pattern: S.String,
    displayName: S.String,
    provider: Provider,
    standard: Rates,
    fast: S.Struct({ input: S.Number, output: S.Number }),
    long: Rates,
    introUntil: S.NullOr(S.String),
    intro: Rates,
  }),
  // Version 1 had no prices by context size, and its provider was derived from the pattern.
  upcasts: [
    (older) => {
      const rule = older as { readonly pattern: string }
      return { ...rule, provider: providerOfPattern(rule.pattern), long: NO_RATES }
    },
  ],
})

export const pricingRuleRemoved = defineEvent({
  type: 'pricing-rule-removed',
  stream: PRICING_STREAM,
  version: 1,
  schema: S.Struct({ pattern: S.String }),
})

/** Discards what was set for these patterns: the defaults are in force again, for the models of one provider or for all. */
export const pricingReset = defineEvent({
  type: 'pricing-reset',
  stream: PRICING_STREAM,
  version: 1,
  schema: S.Struct({ provider: S.NullOr(Provider), patterns: S.Array(S.String) }),
})
