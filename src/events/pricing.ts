import { Schema as S } from '../domain/schema.js'
import { defineEvent } from './define.js'

const Rates = S.Struct({
  input: S.Number,
  output: S.Number,
  cacheRead: S.Number,
  cacheWrite: S.Number,
  cacheWrite1h: S.Number,
})

/** A rule as it was decided, whole: a default one replaced, or one of the user's own. */
export const pricingRuleSet = defineEvent({
  type: 'pricing-rule-set',
  version: 1,
  schema: S.Struct({
    pattern: S.String,
    displayName: S.String,
    standard: Rates,
    fast: S.Struct({ input: S.Number, output: S.Number }),
    introUntil: S.NullOr(S.String),
    intro: Rates,
  }),
})

export const pricingRuleRemoved = defineEvent({
  type: 'pricing-rule-removed',
  version: 1,
  schema: S.Struct({ pattern: S.String }),
})

/** What was set for these patterns is forgotten: the defaults are in force again, for one tool's models or for all. */
export const pricingReset = defineEvent({
  type: 'pricing-reset',
  version: 1,
  schema: S.Struct({ provider: S.NullOr(S.Literal('claude', 'codex')), patterns: S.Array(S.String) }),
})
