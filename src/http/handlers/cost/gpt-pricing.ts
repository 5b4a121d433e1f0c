import { reject } from '../../../domain/rejection.js'
import { gptPricingList, gptPricingShape, ruleOfPattern } from '../../../projections/queries/pricing.js'
import type { gptPricing } from '../../contract/cost/gpt-pricing.js'
import type { Handlers } from '../../handler.js'
import type { Services } from '../../services.js'

export const gptPricingHandlers = ({ db, pricing: commands }: Services): Handlers<keyof typeof gptPricing> => ({
  'GET /api/pricing/gpt': () => ({ status: 200, json: { pricing: gptPricingList(db) } }),
  'PUT /api/pricing/gpt': async ({ body }, { author }) => {
    const { model_pattern, display_name } = body
    await commands.set(
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
    const rule = ruleOfPattern(db, model_pattern)
    if (rule === undefined) return reject('NOT_FOUND', 'the rule was deleted in the meantime')
    return { status: 200, json: { pricing: gptPricingShape(rule) } }
  },
  'DELETE /api/pricing/gpt/:pattern': async (_input, { author, row }) =>
    (await commands.remove(row.pattern, author)) ?? { status: 200, json: { ok: true, deleted: true } },
})
