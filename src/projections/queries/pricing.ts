import { type DatedRule, defaultRule, isDefaultPattern, rulesInForce, sameRule } from '../../domain/pricing/card.js'
import { LONG_ABOVE } from '../../domain/pricing/context.js'
import { fastRates } from '../../domain/pricing/cost.js'
import type { PricingRule } from '../../domain/pricing/rule.js'
import { type Instant, iso } from '../../domain/time.js'
import type { Reader } from '../sql.js'

interface RuleRow {
  readonly rule: string
  readonly updated_at: Instant
}

const stored = ({ rule, updated_at }: RuleRow): DatedRule => {
  const set = JSON.parse(rule) as Omit<PricingRule, 'custom'>
  return { ...set, custom: !isDefaultPattern(set.pattern), updatedAt: updated_at }
}

/** Returns the rules that were set, both replaced defaults and additional ones. */
export const setRules = (db: Reader): readonly DatedRule[] =>
  db.all<RuleRow>('select rule, updated_at from p_pricing_rule').map(stored)

/** Returns the rule of a pattern in force. */
export const ruleOfPattern = (db: Reader, pattern: string): DatedRule | undefined => {
  const row = db.get<RuleRow>('select rule, updated_at from p_pricing_rule where pattern = ?', pattern)
  return row === undefined ? defaultRule(pattern) : stored(row)
}

const standardRates = ({ standard }: PricingRule) => ({
  input_per_mtok: standard.input,
  output_per_mtok: standard.output,
  cache_read_per_mtok: standard.cacheRead,
  cache_write_per_mtok: standard.cacheWrite,
  cache_write_1h_per_mtok: standard.cacheWrite1h,
})

/** Returns the rates that the release has for a rule that differs from it. */
const defaultRates = (rule: PricingRule) => {
  const original = defaultRule(rule.pattern)
  return original === undefined || sameRule(rule, original) ? {} : { default_rates: standardRates(original) }
}

/** Returns a rule in its REST shape. */
export const pricingShape = (rule: DatedRule) => ({
  model_pattern: rule.pattern,
  display_name: rule.displayName,
  provider: rule.provider,
  ...standardRates(rule),
  fast_input_per_mtok: rule.fast.input,
  fast_output_per_mtok: rule.fast.output,
  long_context_above: LONG_ABOVE[rule.provider],
  long_input_per_mtok: rule.long.input,
  long_output_per_mtok: rule.long.output,
  long_cache_read_per_mtok: rule.long.cacheRead,
  long_cache_write_per_mtok: rule.long.cacheWrite,
  long_cache_write_1h_per_mtok: rule.long.cacheWrite1h,
  intro_until: rule.introUntil,
  intro_input_per_mtok: rule.intro.input,
  intro_output_per_mtok: rule.intro.output,
  intro_cache_read_per_mtok: rule.intro.cacheRead,
  intro_cache_write_per_mtok: rule.intro.cacheWrite,
  intro_cache_write_1h_per_mtok: rule.intro.cacheWrite1h,
  updated_at: iso(rule.updatedAt),
  is_default: !rule.custom,
  ...defaultRates(rule),
})

/** Rounds to the step in which rates are stored: scaled rates have more digits. */
const stepped = (rate: number): number => Math.round(rate * 1e9) / 1e9

/** Returns the rule in the shape that the Claude Code Agent Monitor API uses for models of OpenAI. */
export const gptPricingShape = (rule: DatedRule) => {
  const { standard, long } = rule
  const fast = fastRates(rule, standard)
  return {
    model_pattern: rule.pattern,
    display_name: rule.displayName,
    short_input_per_mtok: standard.input,
    short_cached_input_per_mtok: standard.cacheRead,
    short_cache_write_per_mtok: standard.cacheWrite,
    short_output_per_mtok: standard.output,
    long_input_per_mtok: long.input,
    long_cached_input_per_mtok: long.cacheRead,
    long_cache_write_per_mtok: long.cacheWrite,
    long_output_per_mtok: long.output,
    fast_input_per_mtok: fast?.input ?? 0,
    fast_cached_input_per_mtok: stepped(fast?.cacheRead ?? 0),
    fast_cache_write_per_mtok: stepped(fast?.cacheWrite ?? 0),
    fast_output_per_mtok: stepped(fast?.output ?? 0),
    updated_at: iso(rule.updatedAt),
    is_default: !rule.custom,
  }
}

const byName = (a: DatedRule, b: DatedRule): number =>
  a.displayName < b.displayName ? -1 : a.displayName > b.displayName ? 1 : a.pattern < b.pattern ? -1 : 1

/** Returns all rules in force in their REST shape, by display name. */
export const pricingList = (db: Reader) => rulesInForce(setRules(db)).toSorted(byName).map(pricingShape)

/** Returns the rules for models of OpenAI, by display name. */
export const gptPricingList = (db: Reader) =>
  rulesInForce(setRules(db))
    .filter(({ provider }) => provider === 'codex')
    .toSorted(byName)
    .map(gptPricingShape)
