import { isCivilDate } from '../../../domain/time.js'
import { ParseResult, Schema as S } from '../../../domain/schema.js'
import { PROVIDERS } from '../../../domain/tools/catalog.js'
import { Count, DateTime, Nullable, Provider, Tokens, Usd } from '../common.js'
import { endpoint } from '../endpoint.js'
import { GptPricingRule } from './gpt-rule.js'
import { scope, timeZone } from '../param.js'

export const PricingRule = S.Struct({
  /** SQL-style pattern: `%` matches any characters. */
  model_pattern: S.String,
  display_name: S.String,
  /** The provider of the models. It decides above which size a context is long, and which reset removes the rule. */
  provider: Provider,
  input_per_mtok: S.Number,
  output_per_mtok: S.Number,
  cache_read_per_mtok: S.Number,
  cache_write_per_mtok: S.Number,
  cache_write_1h_per_mtok: S.Number,
  fast_input_per_mtok: S.Number,
  fast_output_per_mtok: S.Number,
  /** Tokens. A request with a larger prompt (fresh input, cache reads and writes) is priced at the long rates. */
  long_context_above: Count,
  /** 0 means the rate of other requests. */
  long_input_per_mtok: S.Number,
  long_output_per_mtok: S.Number,
  long_cache_read_per_mtok: S.Number,
  long_cache_write_per_mtok: S.Number,
  long_cache_write_1h_per_mtok: S.Number,
  intro_until: Nullable(S.String),
  intro_input_per_mtok: S.Number,
  intro_output_per_mtok: S.Number,
  intro_cache_read_per_mtok: S.Number,
  intro_cache_write_per_mtok: S.Number,
  intro_cache_write_1h_per_mtok: S.Number,
  updated_at: DateTime,
  /** A default rule can be changed but never deleted. */
  is_default: S.Boolean,
})

// A thousand dollars per token: a larger rate has the wrong unit, and sums could exceed the range of a double.
const MAX_RATE = 1e9
const NUMBER = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i

/** A rate in USD per million tokens; numeric text is accepted. */
export const Rate = S.transformOrFail(S.Union(S.Number, S.String), S.Number, {
  strict: true,
  decode: (given, _, ast) => {
    const rate = typeof given === 'number' ? given : NUMBER.test(given) ? Number(given) : Number.NaN
    return rate >= 0 && rate <= MAX_RATE
      ? ParseResult.succeed(rate)
      : ParseResult.fail(new ParseResult.Type(ast, given))
  },
  encode: ParseResult.succeed,
}).annotations({
  message: () => ({ message: `must be a number from 0 to ${MAX_RATE}, in USD per million tokens`, override: true }),
})
const rate = S.optional(Rate)

const CivilDate = S.String.pipe(
  S.filter((text) => text === '' || isCivilDate(text), { jsonSchema: { pattern: '^(\\d{4}-\\d{2}-\\d{2})?$' } }),
)
const Until = S.NullOr(CivilDate).annotations({
  message: () => ({ message: 'must be a date (YYYY-MM-DD), or empty to end the promotion', override: true }),
})

// oxlint-disable-next-line no-control-regex -- refusing control characters is the point
const UNREADABLE = /[\u0000-\u001f\u007f\ud800-\udfff]/u
export const PricingName = S.String.pipe(
  S.maxLength(200),
  S.filter((text) => text.trim() !== '' && !UNREADABLE.test(text), { jsonSchema: { minLength: 1 } }),
).annotations({
  message: () => ({ message: 'must be a string of 1 to 200 characters', override: true }),
})

export const PricingChange = S.Struct({
  model_pattern: PricingName,
  display_name: PricingName,
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

export const CostResult = S.Struct({
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

const reads = { actor: 'user', verb: 'read' } as const
const admin = { actor: 'admin', verb: 'write' } as const

export const pricing = {
  'GET /api/pricing': endpoint({
    summary: 'List pricing rules, default and custom',
    tag: 'pricing',
    access: reads,
    answers: { 200: S.Struct({ pricing: S.Array(PricingRule) }) },
  }),
  'PUT /api/pricing': endpoint({
    summary: 'Set the rule of a model pattern; applies to past usage too',
    tag: 'pricing',
    access: admin,
    body: PricingChange,
    answers: { 200: S.Struct({ pricing: PricingRule }) },
    errors: ['NOT_FOUND'],
  }),
  'DELETE /api/pricing/:pattern': endpoint({
    summary: 'Delete a custom rule',
    tag: 'pricing',
    access: admin,
    about: { kind: 'pricingRule', param: 'pattern' },
    answers: { 200: S.Struct({ ok: S.Boolean, deleted: S.Boolean }) },
    errors: ['DEFAULT_RULE'],
  }),
  'GET /api/pricing/cost': endpoint({
    summary: 'Get the total cost by model and day',
    tag: 'pricing',
    access: reads,
    query: { ...scope, ...timeZone },
    answers: { 200: CostResult },
  }),
  'GET /api/pricing/cost/:sessionId': endpoint({
    summary: 'Get the cost of a session, including subagents',
    tag: 'pricing',
    access: reads,
    about: { kind: 'session', param: 'sessionId' },
    query: { ...scope, ...timeZone },
    answers: { 200: CostResult },
  }),
  'POST /api/settings/reset-pricing': endpoint({
    summary: 'Reset pricing rules to the defaults, for one provider or both',
    tag: 'pricing',
    access: admin,
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
