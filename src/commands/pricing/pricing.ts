import type { Author } from '../../domain/access/author.js'
import type { SetPricingRule } from '../../domain/pricing/decide.js'
import type { Provider } from '../../domain/tools/catalog.js'
import type { CommandRunner } from '../kernel/run.js'
import { pricingRule, pricingRules } from './decider.js'

/** Returns the commands for pricing rules. */
export const pricingCommands = ({ run }: CommandRunner) => ({
  /** Sets the rule of a pattern. Missing rates become zero; a missing promotion stays unchanged. */
  set: (rule: SetPricingRule, author: Author) => run(pricingRule, rule.model_pattern, 'set', rule, author),

  /** Deletes the rule of a pattern. Default rules cannot be deleted, even if they were edited. */
  remove: (pattern: string, author: Author) => run(pricingRule, pattern, 'remove', {}, author),

  /** Restores the default rates of a rule that was edited. */
  restore: (pattern: string, author: Author) => run(pricingRule, pattern, 'restore', {}, author),

  /** Deletes the user's rules of one provider or of all, so that the defaults apply again. */
  reset: (provider: Provider | null, author: Author) => run(pricingRules, provider, 'reset', { provider }, author),
})

export type PricingCommands = ReturnType<typeof pricingCommands>
