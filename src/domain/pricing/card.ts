import type { Instant } from '../time.js'
import type { RuleProvider } from './context.js'
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

/** The default rule of a pattern, as it is before anybody sets it. */
export const defaultRule = (pattern: string): DatedRule | undefined => DEFAULTS.get(pattern)

/** The rules in force: the defaults, replaced and joined by those that were set; one per pattern. */
export const rulesInForce = (set: readonly DatedRule[]): readonly DatedRule[] => [
  ...new Map([...DEFAULTS, ...set.map((rule) => [rule.pattern, rule] as const)]).values(),
]

/** The provider of a rule that was set without one: what is named like no model of OpenAI is Claude's. */
export const providerOfPattern = (pattern: string): RuleProvider =>
  /^(?:gpt|chatgpt|codex|o\d)/.test(pattern) ? 'codex' : 'claude'

/** What a change says about the promotion; absent members say nothing. */
export interface PromotionChange {
  /** An empty text or null ends the promotion. */
  readonly until?: string | null | undefined
  readonly rates: Readonly<Partial<Rates>>
}

export const NO_RATES: Rates = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, cacheWrite1h: 0 }

/** The promotion after a change: what the change leaves out stays, an end zeroes the introductory rates. */
export const promotionAfter = (
  before: Pick<PricingRule, 'introUntil' | 'intro'> | undefined,
  { until, rates }: PromotionChange,
): Pick<PricingRule, 'introUntil' | 'intro'> => {
  if (until === null || until === '') return { introUntil: null, intro: NO_RATES }
  return { introUntil: until ?? before?.introUntil ?? null, intro: { ...(before?.intro ?? NO_RATES), ...rates } }
}
