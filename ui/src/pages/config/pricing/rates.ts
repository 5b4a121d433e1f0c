import type { PricingRule } from '../../../api/types.js'
import { rate } from '../../../format/format.js'
import type { Words } from '../../../i18n/namespaces.js'

export type RateName = {
  [K in keyof PricingRule]: PricingRule[K] extends number ? K : never
}[keyof PricingRule]

/** A rate, and what it is called. */
export type Rate = readonly [name: RateName, key: keyof Words['config']['pricing']['rate']]

/** What a million tokens costs, by kind; in the order of the form. */
export const RATES: readonly Rate[] = [
  ['input_per_mtok', 'input'],
  ['output_per_mtok', 'output'],
  ['cache_read_per_mtok', 'cacheRead'],
  ['cache_write_per_mtok', 'cacheWrite'],
  ['cache_write_1h_per_mtok', 'cacheWriteHour'],
  ['fast_input_per_mtok', 'fastInput'],
  ['fast_output_per_mtok', 'fastOutput'],
]

/** The same during a promotion. */
export const INTRO_RATES: readonly Rate[] = [
  ['intro_input_per_mtok', 'input'],
  ['intro_output_per_mtok', 'output'],
  ['intro_cache_read_per_mtok', 'cacheRead'],
  ['intro_cache_write_per_mtok', 'cacheWrite'],
  ['intro_cache_write_1h_per_mtok', 'cacheWriteHour'],
]

/** A rate to its last digit. Numbers are written with three decimals at most: a finer one stays as it was entered. */
export const rateWords = (dollars: number): string =>
  Number(dollars.toFixed(3)) === dollars ? rate(dollars) : String(dollars)
