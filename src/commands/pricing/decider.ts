import { decidePricing, decidePricingRule } from '../../domain/pricing/decide.js'
import type { Provider } from '../../domain/tools/catalog.js'
import { PRICING_STREAM } from '../../events/streams.js'
import { ruleOfPattern, setRules } from '../../projections/queries/pricing.js'
import { defineDecider } from '../kernel/run.js'

/** Commands about the pricing rule of a pattern. */
export const pricingRule = defineDecider({
  stream: (_pattern: string) => PRICING_STREAM,
  load: ruleOfPattern,
  decide: decidePricingRule,
})

/** Commands about all pricing rules of a provider, or of all. */
export const pricingRules = defineDecider({
  stream: (_provider: Provider | null) => PRICING_STREAM,
  load: setRules,
  decide: decidePricing,
})
