import type { gptPricing } from '../../../contract/cost/gpt-pricing.js'
import type { Operations } from '../../operation.js'
import { gptRule } from '../../samples.js'

export const gptPricingOperations: Operations<keyof typeof gptPricing> = {
  'GET /api/pricing/gpt': {
    description: 'Lists the rules of OpenAI models with separate rates for short and long contexts.',
    answer: { pricing: [gptRule] },
  },
  'PUT /api/pricing/gpt': {
    description: 'Creates or replaces the rule of an OpenAI model pattern and returns it.',
    request: {
      model_pattern: 'gpt-5.4%',
      display_name: 'GPT-5.4',
      short_input_per_mtok: 2.5,
      short_output_per_mtok: 15,
    },
    answer: { pricing: { ...gptRule, is_default: false } },
  },
  'DELETE /api/pricing/gpt/:pattern': {
    description:
      'Deletes a custom rule of an OpenAI model pattern. Default rules are rejected with 403 `DEFAULT_RULE`.',
    answer: { ok: true, deleted: true },
  },
}
