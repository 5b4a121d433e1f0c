import type { PricingRule } from '../../../api/types.js'

export type RateName = {
  [K in keyof PricingRule]: PricingRule[K] extends number ? K : never
}[keyof PricingRule]

/** What a million tokens costs, by kind; in the order of the form. */
export const RATES: readonly (readonly [RateName, string])[] = [
  ['input_per_mtok', 'Input'],
  ['output_per_mtok', 'Output'],
  ['cache_read_per_mtok', 'Cache read'],
  ['cache_write_per_mtok', 'Cache write, 5 min'],
  ['cache_write_1h_per_mtok', 'Cache write, 1 h'],
  ['fast_input_per_mtok', 'Fast input'],
  ['fast_output_per_mtok', 'Fast output'],
]

/** The same during a promotion. */
export const INTRO_RATES: readonly (readonly [RateName, string])[] = [
  ['intro_input_per_mtok', 'Input'],
  ['intro_output_per_mtok', 'Output'],
  ['intro_cache_read_per_mtok', 'Cache read'],
  ['intro_cache_write_per_mtok', 'Cache write, 5 min'],
  ['intro_cache_write_1h_per_mtok', 'Cache write, 1 h'],
]
