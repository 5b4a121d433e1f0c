import type { pricing } from '../../../contract/cost/pricing.js'
import type { Operations } from '../../operation.js'
import { pricingRule, gptRule, costResult } from '../../samples.js'

const custom = {
  ...pricingRule,
  model_pattern: 'my-model%',
  display_name: 'My model',
  input_per_mtok: 1,
  output_per_mtok: 4,
  is_default: false,
}

export const pricingOperations: Operations<keyof typeof pricing> = {
  'GET /api/pricing': {
    description: 'Lists the pricing rules, default and custom. Rates are USD per million tokens.',
    answer: { pricing: [pricingRule] },
  },
  'PUT /api/pricing': {
    description:
      'Creates or replaces the rule of a model pattern. Rates are USD per million tokens. The new rule also applies to past usage.',
    request: { model_pattern: 'my-model%', display_name: 'My model', input_per_mtok: 1, output_per_mtok: 4 },
    answer: { pricing: custom },
  },
  'DELETE /api/pricing/:pattern': {
    description: 'Deletes a custom rule. Default rules are rejected with 403 `DEFAULT_RULE`.',
    answer: { ok: true, deleted: true },
  },
  'POST /api/pricing/:pattern/reset': {
    description: 'Restores the default rates of an edited rule. Custom rules are rejected with 403 `CUSTOM_RULE`.',
    answer: { ok: true },
  },
  'GET /api/pricing/cost': {
    description: 'Returns the cost of all sessions in scope by model and by day, in the time zone of the caller.',
    answer: costResult,
  },
  'GET /api/pricing/cost/:sessionId': {
    description: 'Returns the cost of a session, including its subagents, by model and by day.',
    answer: costResult,
  },
  'POST /api/settings/reset-pricing': {
    description: 'Deletes custom rules and restores the defaults, for one provider or both.',
    request: { provider: 'claude' },
    answer: { ok: true, provider: 'claude', pricing: [pricingRule], gpt_pricing: [gptRule] },
  },
}
