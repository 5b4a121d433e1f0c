import { ParseResult, Schema as S } from '../../../domain/schema.js'
import { Count, DateTime, Nullable, Provider } from '../common.js'

const Rates = S.Struct({
  input_per_mtok: S.Number,
  output_per_mtok: S.Number,
  cache_read_per_mtok: S.Number,
  cache_write_per_mtok: S.Number,
  cache_write_1h_per_mtok: S.Number,
})

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
  /** The standard rates of the release. Only a default rule that was edited has them. */
  default_rates: S.optional(Rates),
})

/**
 * A rule for OpenAI models in the shape of the Claude Code Agent Monitor API. A `long` rate of 0 means the `short` rate, and
 * the cache rates of fast mode follow its input rate.
 */
export const GptPricingRule = S.Struct({
  model_pattern: S.String,
  display_name: S.String,
  short_input_per_mtok: S.Number,
  short_cached_input_per_mtok: S.Number,
  short_cache_write_per_mtok: S.Number,
  short_output_per_mtok: S.Number,
  long_input_per_mtok: S.Number,
  long_cached_input_per_mtok: S.Number,
  long_cache_write_per_mtok: S.Number,
  long_output_per_mtok: S.Number,
  fast_input_per_mtok: S.Number,
  fast_cached_input_per_mtok: S.Number,
  fast_cache_write_per_mtok: S.Number,
  fast_output_per_mtok: S.Number,
  updated_at: DateTime,
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
