import * as Effect from 'effect/Effect'
import { gptPricingList, gptPricingShape, ruleOfPattern } from '../../../projections/queries/pricing.js'
import type { gptPricing } from '../../contract/cost/gpt-pricing.js'
import type { Handlers } from '../../handler.js'
import { ok, stillThere } from '../../reply.js'
import type { Services } from '../../services.js'

export const gptPricingHandlers = ({ db, pricing: commands }: Services): Handlers<keyof typeof gptPricing> => ({
  'GET /api/pricing/gpt': () => ({ status: 200, json: { pricing: gptPricingList(db) } }),
  'PUT /api/pricing/gpt': ({ body }, { author }) => {
    const { model_pattern, display_name } = body
    const set = commands.set(
      {
        model_pattern,
        display_name,
        provider: 'codex',
        input_per_mtok: body.short_input_per_mtok,
        output_per_mtok: body.short_output_per_mtok,
        cache_read_per_mtok: body.short_cached_input_per_mtok,
        cache_write_per_mtok: body.short_cache_write_per_mtok,
        fast_input_per_mtok: body.fast_input_per_mtok,
        fast_output_per_mtok: body.fast_output_per_mtok,
        long_input_per_mtok: body.long_input_per_mtok,
        long_output_per_mtok: body.long_output_per_mtok,
        long_cache_read_per_mtok: body.long_cached_input_per_mtok,
        long_cache_write_per_mtok: body.long_cache_write_per_mtok,
      },
      author,
    )
    return Effect.gen(function* () {
      yield* set
      return ok({ pricing: gptPricingShape(yield* stillThere('pricingRule', ruleOfPattern(db, model_pattern))) })
    })
  },
  'DELETE /api/pricing/gpt/:pattern': (_input, { author, row }) =>
    Effect.as(commands.remove(row.pattern, author), ok({ ok: true, deleted: true })),
})
