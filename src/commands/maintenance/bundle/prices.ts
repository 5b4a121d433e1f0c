import { isCivilDate } from '../../../domain/time.js'
import { fields } from '../../../domain/transcript/json.js'
import { pricingShape, ruleOfPattern, setRules } from '../../../projections/queries/pricing.js'
import type { Reader } from '../../../projections/sql.js'
import type { PricingCommands, SetPricingRule } from '../../pricing.js'

const RATES = /_per_mtok$/

/** A rule of a bundle as the command takes it; null for one that is none. */
const ruleOf = (row: unknown): SetPricingRule | null => {
  const { model_pattern, display_name, intro_until, ...rest } = fields(row)
  if (typeof model_pattern !== 'string' || model_pattern === '') return null
  const rates = Object.entries(rest).filter(([name]) => RATES.test(name))
  if (rates.some(([, rate]) => typeof rate !== 'number' || !Number.isFinite(rate) || rate < 0)) return null
  if (typeof intro_until === 'string' && intro_until !== '' && !isCivilDate(intro_until)) return null
  return {
    ...Object.fromEntries(rates),
    model_pattern,
    display_name: typeof display_name === 'string' && display_name !== '' ? display_name : model_pattern,
    intro_until: typeof intro_until === 'string' && intro_until !== '' ? intro_until : null,
  }
}

/** Takes over the rules that differ from those in force; one that was set here stays as it is. */
export const importPrices = async (
  rows: readonly unknown[],
  db: Reader,
  pricing: PricingCommands,
  actor: string,
): Promise<{ readonly imported: number; readonly errors: number }> => {
  const own = new Set(setRules(db).map(({ pattern }) => pattern))
  let [imported, errors] = [0, 0]
  for (const row of rows) {
    const rule = ruleOf(row)
    if (rule === null) errors += 1
    if (rule === null || own.has(rule.model_pattern)) continue
    const known = ruleOfPattern(db, rule.model_pattern)
    const shown: Readonly<Record<string, unknown>> = known === undefined ? {} : pricingShape(known)
    if (Object.entries(rule).every(([name, value]) => shown[name] === value)) continue
    await pricing.set(rule, actor)
    imported += 1
  }
  return { imported, errors }
}
