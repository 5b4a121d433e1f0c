import { accept, refuse } from '../decision.js'
import { reject } from '../rejection.js'
import { defaultRule, isDefaultPattern, promotionAfter, providerOfPattern, sameRule } from './card.js'
import type { Provider } from '../tools/catalog.js'
import type { PricingRule, Rates } from './rule.js'

type Rate = number | undefined

export interface SetPricingRule {
  readonly model_pattern: string
  readonly display_name: string
  /** Absent: the provider of the previous rule, or derived from the pattern. */
  readonly provider?: Provider | undefined
  readonly input_per_mtok?: Rate
  readonly output_per_mtok?: Rate
  readonly cache_read_per_mtok?: Rate
  readonly cache_write_per_mtok?: Rate
  readonly cache_write_1h_per_mtok?: Rate
  readonly fast_input_per_mtok?: Rate
  readonly fast_output_per_mtok?: Rate
  readonly long_input_per_mtok?: Rate
  readonly long_output_per_mtok?: Rate
  readonly long_cache_read_per_mtok?: Rate
  readonly long_cache_write_per_mtok?: Rate
  readonly long_cache_write_1h_per_mtok?: Rate
  readonly intro_until?: string | null | undefined
  readonly intro_input_per_mtok?: Rate
  readonly intro_output_per_mtok?: Rate
  readonly intro_cache_read_per_mtok?: Rate
  readonly intro_cache_write_per_mtok?: Rate
  readonly intro_cache_write_1h_per_mtok?: Rate
}

const standardRates = (command: SetPricingRule): Rates => ({
  input: command.input_per_mtok ?? 0,
  output: command.output_per_mtok ?? 0,
  cacheRead: command.cache_read_per_mtok ?? 0,
  cacheWrite: command.cache_write_per_mtok ?? 0,
  cacheWrite1h: command.cache_write_1h_per_mtok ?? 0,
})

const longRates = (command: SetPricingRule): Rates => ({
  input: command.long_input_per_mtok ?? 0,
  output: command.long_output_per_mtok ?? 0,
  cacheRead: command.long_cache_read_per_mtok ?? 0,
  cacheWrite: command.long_cache_write_per_mtok ?? 0,
  cacheWrite1h: command.long_cache_write_1h_per_mtok ?? 0,
})

const introRates = (command: SetPricingRule): Partial<Rates> => {
  const { intro_input_per_mtok: input, intro_output_per_mtok: output } = command
  const { intro_cache_read_per_mtok: cacheRead, intro_cache_write_per_mtok: cacheWrite } = command
  const cacheWrite1h = command.intro_cache_write_1h_per_mtok
  return {
    ...(input === undefined ? {} : { input }),
    ...(output === undefined ? {} : { output }),
    ...(cacheRead === undefined ? {} : { cacheRead }),
    ...(cacheWrite === undefined ? {} : { cacheWrite }),
    ...(cacheWrite1h === undefined ? {} : { cacheWrite1h }),
  }
}

/** The rule of a pattern in force: the default or what replaced it. */
type InForce = PricingRule | undefined

/** Missing rates become zero; a missing promotion stays unchanged. */
const set = (before: InForce, rule: SetPricingRule) =>
  accept({
    type: 'pricing-rule-set',
    data: {
      pattern: rule.model_pattern,
      displayName: rule.display_name,
      provider: rule.provider ?? before?.provider ?? providerOfPattern(rule.model_pattern),
      standard: standardRates(rule),
      fast: { input: rule.fast_input_per_mtok ?? 0, output: rule.fast_output_per_mtok ?? 0 },
      long: longRates(rule),
      ...promotionAfter(before, { until: rule.intro_until, rates: introRates(rule) }),
    },
  })

const remove = (before: InForce) => {
  if (before === undefined) return refuse(reject('NOT_FOUND', 'pricing rule not found'))
  const { pattern } = before
  return isDefaultPattern(pattern)
    ? refuse(reject('DEFAULT_RULE', 'a default rule cannot be deleted; reset it to restore its rates'))
    : accept({ type: 'pricing-rule-removed', data: { pattern } })
}

/** Restores the rates of the release. A custom rule has none. */
const restore = (before: InForce) => {
  if (before === undefined) return refuse(reject('NOT_FOUND', 'pricing rule not found'))
  const { pattern, provider } = before
  const original = defaultRule(pattern)
  if (original === undefined)
    return refuse(reject('CUSTOM_RULE', 'a custom rule has no default rates; delete it instead'))
  return sameRule(before, original)
    ? accept()
    : accept({ type: 'pricing-reset', data: { provider, patterns: [pattern] } })
}

export const decidePricingRule = { set, remove, restore }

interface ResetPricing {
  /** Null resets the rules of all providers. */
  readonly provider: Provider | null
}

/** Deletes the rules that were set, so that the defaults apply again. */
const reset = (set: readonly PricingRule[], { provider }: ResetPricing) => {
  const patterns = set.filter((rule) => provider === null || rule.provider === provider).map(({ pattern }) => pattern)
  return patterns.length === 0 ? accept() : accept({ type: 'pricing-reset', data: { provider, patterns } })
}

export const decidePricing = { reset }
