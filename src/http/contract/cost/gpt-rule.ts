import { Schema as S } from '../../../domain/schema.js'
import { DateTime } from '../common.js'

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
