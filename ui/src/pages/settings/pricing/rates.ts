import type { RouteBody } from '../../../../../src/http/contract/index.js'
import type { PricingRule } from '../../../api/types.js'
import { rate } from '../../../format/format.js'
import type { Words } from '../../../i18n/namespaces.js'

type RateName = Extract<keyof PricingRule, `${string}_per_mtok`>

/** The name of a rate, and the key of its label. */
export type Rate = readonly [name: RateName, key: keyof Words['settings']['pricing']['rate']]

/** The rates of the table, USD per million tokens. */
export const MAIN_RATES = [
  ['input_per_mtok', 'input'],
  ['output_per_mtok', 'output'],
  ['cache_read_per_mtok', 'cacheRead'],
  ['cache_write_per_mtok', 'cacheWrite'],
  ['cache_write_1h_per_mtok', 'cacheWriteHour'],
] as const satisfies readonly Rate[]

/** All standard rates, in the order of the form. */
export const RATES: readonly Rate[] = [
  ...MAIN_RATES,
  ['fast_input_per_mtok', 'fastInput'],
  ['fast_output_per_mtok', 'fastOutput'],
]

/** The same for requests with a long context, and the rate that each replaces. */
export const LONG_RATES: readonly (readonly [...Rate, standard: RateName])[] = [
  ['long_input_per_mtok', 'input', 'input_per_mtok'],
  ['long_output_per_mtok', 'output', 'output_per_mtok'],
  ['long_cache_read_per_mtok', 'cacheRead', 'cache_read_per_mtok'],
  ['long_cache_write_per_mtok', 'cacheWrite', 'cache_write_per_mtok'],
  ['long_cache_write_1h_per_mtok', 'cacheWriteHour', 'cache_write_1h_per_mtok'],
]

/** Whether a rule has rates of its own for requests with a long context. */
export const hasLongRates = (rule: PricingRule): boolean => LONG_RATES.some(([name]) => rule[name] > 0)

/** The same during a promotion. */
export const INTRO_RATES: readonly Rate[] = [
  ['intro_input_per_mtok', 'input'],
  ['intro_output_per_mtok', 'output'],
  ['intro_cache_read_per_mtok', 'cacheRead'],
  ['intro_cache_write_per_mtok', 'cacheWrite'],
  ['intro_cache_write_1h_per_mtok', 'cacheWriteHour'],
]

/** Returns whether a price differs from that of the release. */
export const isChanged = (rule: PricingRule): boolean => !rule.is_default || rule.default_rates !== undefined

/** What the service accepts as a rule. */
export type RuleBody = RouteBody<'PUT /api/pricing'>

/** Returns the request that restores a rule. */
export const bodyOf = (rule: PricingRule): RuleBody => ({
  model_pattern: rule.model_pattern,
  display_name: rule.display_name,
  provider: rule.provider,
  intro_until: rule.intro_until ?? '',
  ...Object.fromEntries([...RATES, ...LONG_RATES, ...INTRO_RATES].map(([name]) => [name, rule[name]])),
})

/** Formats a rate with all its digits: the usual format has at most three decimals, so a finer rate is printed unchanged. */
export const rateWords = (dollars: number): string =>
  Number(dollars.toFixed(3)) === dollars ? rate(dollars) : String(dollars)
