import { DEFAULT_RULES } from '../../../domain/pricing/defaults.js'
import { matchRule } from '../../../domain/pricing/match.js'
import { isCivilDate } from '../../../domain/time.js'
import { fields } from '../../../domain/transcript/json.js'
import { pricingShape, ruleOfPattern, setRules } from '../../../projections/queries/pricing.js'
import type { Reader } from '../../../projections/sql.js'
import type { PricingCommands, SetPricingRule } from '../../pricing.js'

const RATES = /_per_mtok$/

/** The members that the rules of both cards have; null where one of them is not what it should be. */
const namedRates = (row: unknown) => {
  const { model_pattern, display_name, ...rest } = fields(row)
  if (typeof model_pattern !== 'string' || model_pattern === '') return null
  const rates = Object.entries(rest).filter(([name]) => RATES.test(name))
  if (rates.some(([, rate]) => typeof rate !== 'number' || !Number.isFinite(rate) || rate < 0)) return null
  return {
    model_pattern,
    display_name: typeof display_name === 'string' && display_name !== '' ? display_name : model_pattern,
    rates: Object.fromEntries(rates) as Readonly<Record<string, number>>,
  }
}

/** A rule of a bundle as the command takes it; null for one that is none. */
const ruleOf = (row: unknown): SetPricingRule | null => {
  const named = namedRates(row)
  const { intro_until, provider } = fields(row)
  if (named === null || (typeof intro_until === 'string' && intro_until !== '' && !isCivilDate(intro_until)))
    return null
  return {
    ...named.rates,
    model_pattern: named.model_pattern,
    display_name: named.display_name,
    ...(provider === 'claude' || provider === 'codex' ? { provider } : {}),
    intro_until: typeof intro_until === 'string' && intro_until !== '' ? intro_until : null,
  }
}

/** A rule of the card that the peer keeps for models of OpenAI; null for one that is none. */
const gptRuleOf = (row: unknown): SetPricingRule | null => {
  const named = namedRates(row)
  if (named === null) return null
  const { rates, ...names } = named
  return {
    ...names,
    provider: 'codex',
    input_per_mtok: rates['short_input_per_mtok'],
    output_per_mtok: rates['short_output_per_mtok'],
    cache_read_per_mtok: rates['short_cached_input_per_mtok'],
    cache_write_per_mtok: rates['short_cache_write_per_mtok'],
    fast_input_per_mtok: rates['fast_input_per_mtok'],
    fast_output_per_mtok: rates['fast_output_per_mtok'],
    long_input_per_mtok: rates['long_input_per_mtok'],
    long_output_per_mtok: rates['long_output_per_mtok'],
    long_cache_read_per_mtok: rates['long_cached_input_per_mtok'],
    long_cache_write_per_mtok: rates['long_cache_write_per_mtok'],
  }
}

/**
 * Whether the rules of this release already price what a pattern is about. The peer's card holds its own defaults beside
 * what its user set and does not tell which is which, so only the rest of it is imported.
 */
const isPricedByDefault = ({ model_pattern }: SetPricingRule): boolean => {
  const name = model_pattern.replaceAll('%', '')
  // A rule for every model would price those of Claude too: there is one card here.
  return name === '' || [model_pattern, name].some((model) => matchRule(DEFAULT_RULES, model) !== null)
}

// The peer takes a rule without any rate for an unpriced model, not for a free one.
const hasRates = (rule: SetPricingRule): boolean =>
  Object.entries(rule).some(([name, value]) => RATES.test(name) && typeof value === 'number' && value > 0)

interface ImportedPrices {
  readonly imported: number
  readonly errors: number
}

/** Sets the rules that differ from those in force; one that was set here stays unchanged. */
const imported = async (
  rules: readonly (SetPricingRule | null)[],
  db: Reader,
  pricing: PricingCommands,
  actor: string,
): Promise<ImportedPrices> => {
  const own = new Set(setRules(db).map(({ pattern }) => pattern))
  let count = 0
  for (const rule of rules) {
    if (rule === null || own.has(rule.model_pattern)) continue
    const known = ruleOfPattern(db, rule.model_pattern)
    const shown: Readonly<Record<string, unknown>> = known === undefined ? {} : pricingShape(known)
    if (Object.entries(rule).every(([name, value]) => shown[name] === value)) continue
    await pricing.set(rule, actor)
    count += 1
  }
  return { imported: count, errors: rules.filter((rule) => rule === null).length }
}

/** Imports the rules of a bundle that differ from those in force. */
export const importPrices = (
  rows: readonly unknown[],
  db: Reader,
  pricing: PricingCommands,
  actor: string,
): Promise<ImportedPrices> => imported(rows.map(ruleOf), db, pricing, actor)

/** Imports the peer's rules for models of OpenAI, as far as no default here prices these models. */
export const importGptPrices = (
  rows: readonly unknown[],
  db: Reader,
  pricing: PricingCommands,
  actor: string,
): Promise<ImportedPrices> => {
  const rules = rows.map(gptRuleOf)
  const wanted = rules.filter((rule) => rule === null || (hasRates(rule) && !isPricedByDefault(rule)))
  return imported(wanted, db, pricing, actor)
}
