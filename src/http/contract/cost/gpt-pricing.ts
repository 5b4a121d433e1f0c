import { Schema as S } from '../../../domain/schema.js'
import { endpoint } from '../endpoint.js'
import { ExactName } from '../name.js'
import { GptPricingRule, Rate } from './rules.js'

const rate = S.optional(Rate)

/** Missing rates are 0. The cache rates of fast mode follow its input rate: they are validated but not stored. */
const GptPricingChange = S.Struct({
  model_pattern: ExactName,
  display_name: ExactName,
  short_input_per_mtok: rate,
  short_cached_input_per_mtok: rate,
  short_cache_write_per_mtok: rate,
  short_output_per_mtok: rate,
  long_input_per_mtok: rate,
  long_cached_input_per_mtok: rate,
  long_cache_write_per_mtok: rate,
  long_output_per_mtok: rate,
  fast_input_per_mtok: rate,
  fast_cached_input_per_mtok: rate,
  fast_cache_write_per_mtok: rate,
  fast_output_per_mtok: rate,
})

export const gptPricing = {
  'GET /api/pricing/gpt': endpoint({
    summary: 'List the pricing rules of OpenAI models, with separate rates for short and long contexts',
    tag: 'pricing',
    access: 'price:read',
    answers: { 200: S.Struct({ pricing: S.Array(GptPricingRule) }) },
  }),
  'PUT /api/pricing/gpt': endpoint({
    summary: 'Set the rule of an OpenAI model pattern; applies to past usage too',
    tag: 'pricing',
    access: 'price:write',
    body: GptPricingChange,
    checksText: true,
    answers: { 200: S.Struct({ pricing: GptPricingRule }) },
    errors: ['NOT_FOUND'],
  }),
  'DELETE /api/pricing/gpt/:pattern': endpoint({
    summary: 'Delete a custom rule of an OpenAI model pattern',
    tag: 'pricing',
    access: 'price:write',
    about: { kind: 'pricingRule', param: 'pattern' },
    answers: { 200: S.Struct({ ok: S.Boolean, deleted: S.Boolean }) },
    errors: ['DEFAULT_RULE'],
  }),
} as const
