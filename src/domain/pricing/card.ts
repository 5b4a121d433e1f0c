import type { Instant } from '../time.js'
import type { Provider } from '../tools/catalog.js'
import { DEFAULT_RULES, DEFAULTS_AS_OF } from './defaults.js'
import type { PricingRule, Rates } from './rule.js'

/** A rule with the time it was last set. */
export interface DatedRule extends PricingRule {
  readonly updatedAt: Instant
}

const DEFAULTS: ReadonlyMap<string, DatedRule> = new Map(
  DEFAULT_RULES.map((rule) => [rule.pattern, { ...rule, updatedAt: DEFAULTS_AS_OF }]),
)

export const isDefaultPattern = (pattern: string): boolean => DEFAULTS.has(pattern)

/** Returns the default rule of a pattern, ignoring what the user set. */
export const defaultRule = (pattern: string): DatedRule | undefined => DEFAULTS.get(pattern)

const samePrices = (one: Rates, other: Rates): boolean =>
  one.input === other.input &&
  one.output === other.output &&
  one.cacheRead === other.cacheRead &&
  one.cacheWrite === other.cacheWrite &&
  one.cacheWrite1h === other.cacheWrite1h

/** Returns whether two rules of a pattern have the same name and price everything alike. */
export const sameRule = (one: PricingRule, other: PricingRule): boolean =>
  one.displayName === other.displayName &&
  one.provider === other.provider &&
  samePrices(one.standard, other.standard) &&
  one.fast.input === other.fast.input &&
  one.fast.output === other.fast.output &&
  samePrices(one.long, other.long) &&
  one.introUntil === other.introUntil &&
  samePrices(one.intro, other.intro)

/** Returns the rules in force, one per pattern: the defaults, replaced and extended by the rules that were set. */
export const rulesInForce = (set: readonly DatedRule[]): readonly DatedRule[] => [
  ...new Map([...DEFAULTS, ...set.map((rule) => [rule.pattern, rule] as const)]).values(),
]

/** Returns rates in which tokens without a published rate of their own cost what other input costs. */
const withInputRate = (rates: Rates): Rates => ({
  ...rates,
  cacheRead: rates.cacheRead || rates.input,
  cacheWrite: rates.cacheWrite || rates.input,
})

const BILLED: ReadonlyMap<string, PricingRule> = new Map(
  DEFAULT_RULES.map((rule) => [
    rule.pattern,
    { ...rule, standard: withInputRate(rule.standard), long: withInputRate(rule.long) },
  ]),
)

/**
 * Returns the rules in force as usage is priced by them. The default rules list 0 where no rate is published: cached input of
 * `-pro` models, and cache writes of most OpenAI models. These tokens are input and are not free. In rules that were set, a 0 is
 * the rate.
 */
export const billedRules = (set: readonly DatedRule[]): readonly PricingRule[] => [
  ...new Map<string, PricingRule>([...BILLED, ...set.map((rule) => [rule.pattern, rule] as const)]).values(),
]

/** Returns the provider of a rule that was set without one: Codex for names of OpenAI's models, else Claude. */
export const providerOfPattern = (pattern: string): Provider =>
  /^(?:gpt|chatgpt|codex|o\d)/.test(pattern) ? 'codex' : 'claude'

/** A change of the promotion. Absent members keep their value. */
interface PromotionChange {
  /** An empty text or null removes the promotion. */
  readonly until?: string | null | undefined
  readonly rates: Readonly<Partial<Rates>>
}

export const NO_RATES: Rates = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, cacheWrite1h: 0 }

/**
 * Returns the promotion after a change. Members that the change leaves out stay; removing the end date also zeroes the
 * introductory rates.
 */
export const promotionAfter = (
  before: Pick<PricingRule, 'introUntil' | 'intro'> | undefined,
  { until, rates }: PromotionChange,
): Pick<PricingRule, 'introUntil' | 'intro'> => {
  if (until === null || until === '') return { introUntil: null, intro: NO_RATES }
  return { introUntil: until ?? before?.introUntil ?? null, intro: { ...(before?.intro ?? NO_RATES), ...rates } }
}
