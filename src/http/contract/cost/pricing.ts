import { isCivilDate } from '../../../domain/time.js'
import { Schema as S } from '../../../domain/schema.js'
import { PROVIDERS } from '../../../domain/tools/catalog.js'
import { Count, Nullable, Provider, Tokens, Usd } from '../common.js'
import { endpoint } from '../endpoint.js'
import { ExactName } from '../name.js'
import { scope, timeZone } from '../param.js'
import { GptPricingRule, PricingRule, Rate } from './rules.js'

const rate = S.optional(Rate)

const CivilDate = S.String.pipe(
  S.filter((text) => text === '' || isCivilDate(text), { jsonSchema: { pattern: '^(\\d{4}-\\d{2}-\\d{2})?$' } }),
)
const Until = S.NullOr(CivilDate).annotations({
  message: () => ({ message: 'must be a date (YYYY-MM-DD), or empty to end the promotion', override: true }),
})

const PricingChange = S.Struct({
  model_pattern: ExactName,
  display_name: ExactName,
  /** Absent: the provider of the previous rule, or derived from the pattern. */
  provider: S.optional(Provider),
  input_per_mtok: rate,
  output_per_mtok: rate,
  cache_read_per_mtok: rate,
  cache_write_per_mtok: rate,
  cache_write_1h_per_mtok: rate,
  fast_input_per_mtok: rate,
  fast_output_per_mtok: rate,
  long_input_per_mtok: rate,
  long_output_per_mtok: rate,
  long_cache_read_per_mtok: rate,
  long_cache_write_per_mtok: rate,
  long_cache_write_1h_per_mtok: rate,
  intro_until: S.optional(Until),
  intro_input_per_mtok: rate,
  intro_output_per_mtok: rate,
  intro_cache_read_per_mtok: rate,
  intro_cache_write_per_mtok: rate,
  intro_cache_write_1h_per_mtok: rate,
})

const CostResult = S.Struct({
  total_cost: Usd,
  breakdown: S.Array(
    S.Struct({
      model: S.String,
      speed: S.String,
      inference_geo: S.String,
      service_tier: S.String,
      /** `long`: priced at the long-context rates of the rule. */
      context_size: S.Literal('short', 'long'),
      ...Tokens.fields,
      cache_write_1h_tokens: Count,
      web_search_requests: Count,
      web_fetch_requests: Count,
      code_execution_requests: Count,
      /** Cost of tokens and web searches. All rows and `code_execution_cost` add up to `total_cost`. */
      cost: Usd,
      matched_rule: Nullable(S.String),
      /** Whether the model has the price of its family because it has none of its own. */
      assumed: S.Boolean,
    }),
  ),
  /** By day of use in the caller's time zone; they add up to `total_cost`. */
  daily_costs: S.Array(S.Struct({ date: S.String, cost: Usd })),
  feature_costs: S.Struct({
    web_search_cost: Usd,
    web_fetch_cost: Usd,
    code_execution_cost: Usd,
    code_execution_hours_estimated: S.Number,
    /** Per month, for the whole account. */
    code_execution_free_hours: S.Number,
  }),
  unpriced_models: S.Array(S.Struct({ model: S.String, ...Tokens.fields })),
})

/** The cost of a session, with the amount that its CLI reported at the end of a process, if it did. */
const SessionCost = S.Struct({
  ...CostResult.fields,
  reported_by_cli: S.optional(
    S.Struct({
      /** Of all processes so far. The CLI also counts requests that are in no transcript, such as that of a compaction. */
      total_cost: S.Number,
      /** False if the CLI did not know the price of a model. */
      is_complete: S.Boolean,
      /** A fork's total starts with that of its original. */
      includes_original: S.Boolean,
      /** `total_cost` of the CLI minus that of its replies; null for a fork. */
      difference: Nullable(S.Number),
    }),
  ),
})

export const pricing = {
  'GET /api/pricing': endpoint({
    summary: 'List pricing rules, default and custom',
    tag: 'pricing',
    access: 'price:read',
    answers: { 200: S.Struct({ pricing: S.Array(PricingRule) }) },
  }),
  'PUT /api/pricing': endpoint({
    summary: 'Set the rule of a model pattern; applies to past usage too',
    tag: 'pricing',
    access: 'price:write',
    body: PricingChange,
    checksText: true,
    answers: { 200: S.Struct({ pricing: PricingRule }) },
    errors: ['NOT_FOUND'],
  }),
  'DELETE /api/pricing/:pattern': endpoint({
    summary: 'Delete a custom rule',
    tag: 'pricing',
    access: 'price:write',
    about: { kind: 'pricingRule', param: 'pattern' },
    answers: { 200: S.Struct({ ok: S.Boolean, deleted: S.Boolean }) },
    errors: ['DEFAULT_RULE'],
  }),
  'POST /api/pricing/:pattern/reset': endpoint({
    summary: 'Restore the default rates of a rule that was edited',
    tag: 'pricing',
    access: 'price:write',
    about: { kind: 'pricingRule', param: 'pattern' },
    answers: { 200: S.Struct({ ok: S.Boolean }) },
    errors: ['CUSTOM_RULE'],
  }),
  'GET /api/pricing/cost': endpoint({
    summary: 'Get the total cost by model and day',
    tag: 'pricing',
    access: 'history:read',
    query: { ...scope, ...timeZone },
    answers: { 200: CostResult },
  }),
  'GET /api/pricing/cost/:sessionId': endpoint({
    summary: 'Get the cost of a session, including subagents',
    tag: 'pricing',
    access: 'history:read',
    about: { kind: 'session', param: 'sessionId' },
    query: { ...scope, ...timeZone },
    answers: { 200: SessionCost },
  }),
  'POST /api/settings/reset-pricing': endpoint({
    summary: 'Reset pricing rules to the defaults, for one provider or both',
    tag: 'pricing',
    access: 'price:write',
    body: S.Struct({ provider: S.optional(S.NullOr(Provider)) }),
    answers: {
      200: S.Struct({
        ok: S.Boolean,
        provider: S.Literal(...PROVIDERS, 'both'),
        pricing: S.Array(PricingRule),
        gpt_pricing: S.Array(GptPricingRule),
      }),
    },
  }),
} as const
