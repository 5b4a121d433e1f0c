import * as Effect from 'effect/Effect'
import type { Author } from '../../../domain/access/author.js'
import type { SetPricingRule } from '../../../domain/pricing/decide.js'
import { DEFAULT_RULES } from '../../../domain/pricing/defaults.js'
import { matchRule } from '../../../domain/pricing/match.js'
import { isCivilDate } from '../../../domain/time.js'
import { isProvider } from '../../../domain/tools/catalog.js'
import { fields } from '../../../domain/transcript/json.js'
import { pricingShape, ruleOfPattern, setRules } from '../../../projections/queries/pricing.js'
import type { Reader } from '../../../projections/sql.js'
import type { PricingCommands } from '../../pricing/pricing.js'

const RATES = /_per_mtok$/

/** Returns the members that the rules of both price lists have; null when one is invalid. */
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

/** Converts a bundle's rule to the command's input; null when it is invalid. */
const ruleOf = (row: unknown): SetPricingRule | null => {
  const named = namedRates(row)
  const { intro_until, provider } = fields(row)
  if (named === null || (typeof intro_until === 'string' && intro_until !== '' && !isCivilDate(intro_until)))
    return null
  return {
    ...named.rates,
    model_pattern: named.model_pattern,
    display_name: named.display_name,
    ...(isProvider(provider) ? { provider } : {}),
    intro_until: typeof intro_until === 'string' && intro_until !== '' ? intro_until : null,
  }
}

/** Converts a rule of the Claude Code Agent Monitor's price list for OpenAI models; null when it is invalid. */
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
 * Whether this release's default rules price the models of a pattern. The Claude Code Agent Monitor's list contains its own
 * defaults and the user's rules without distinguishing them, so only the others are imported.
 */
const isPricedByDefault = ({ model_pattern }: SetPricingRule): boolean => {
  const name = model_pattern.replaceAll('%', '')
  // A rule for every model would also apply to Claude models, since there is only one price list here.
  return name === '' || [model_pattern, name].some((model) => matchRule(DEFAULT_RULES, model) !== null)
}

// In the Claude Code Agent Monitor, a rule without rates means an unpriced model, not a free one.
const hasRates = (rule: SetPricingRule): boolean =>
  Object.entries(rule).some(([name, value]) => RATES.test(name) && typeof value === 'number' && value > 0)

/** Sets the rules that differ from those in force. Rules that the user set here are left unchanged. */
const imported = (rules: readonly (SetPricingRule | null)[], db: Reader, pricing: PricingCommands, author: Author) =>
  Effect.gen(function* () {
    const own = new Set(setRules(db).map(({ pattern }) => pattern))
    let count = 0
    for (const rule of rules) {
      if (rule === null || own.has(rule.model_pattern)) continue
      const known = ruleOfPattern(db, rule.model_pattern)
      const shown: Readonly<Record<string, unknown>> = known === undefined ? {} : pricingShape(known)
      if (Object.entries(rule).every(([name, value]) => shown[name] === value)) continue
      yield* pricing.set(rule, author)
      count += 1
    }
    return { imported: count, errors: rules.filter((rule) => rule === null).length }
  })

/** Whether a rule is a default of the exporting release that nobody edited. This release may know newer prices. */
const isUnedited = (row: unknown): boolean => {
  const { is_default: isDefault, default_rates: original } = fields(row)
  return isDefault === true && original === undefined
}

/** Imports the rules of a bundle that differ from those in force. */
export const importPrices = (rows: readonly unknown[], db: Reader, pricing: PricingCommands, author: Author) =>
  imported(rows.filter((row) => !isUnedited(row)).map(ruleOf), db, pricing, author)

/** Imports the Claude Code Agent Monitor's rules for OpenAI models that no default rule covers. */
export const importGptPrices = (rows: readonly unknown[], db: Reader, pricing: PricingCommands, author: Author) => {
  const rules = rows.map(gptRuleOf)
  const wanted = rules.filter((rule) => rule === null || (hasRates(rule) && !isPricedByDefault(rule)))
  return imported(wanted, db, pricing, author)
}
