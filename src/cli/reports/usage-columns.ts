import type { TallyShape } from '../../projections/queries/reports/tally.js'
import { Tally } from '../../projections/queries/reports/tally.js'
import type { PriceBook } from '../../projections/pricing/price-book.js'
import { modelName, money, tokens } from './format.js'
import type { Column } from './table.js'

/** Returns the columns for usage. */
export const usageColumns = (compact: boolean): readonly Column[] => [
  ...(compact ? [] : [{ title: 'Models', least: 12 }]),
  { title: 'Input', align: 'right' },
  { title: 'Output', align: 'right' },
  { title: compact ? 'Written' : 'Cache written', align: 'right' },
  { title: compact ? 'Read' : 'Cache read', align: 'right' },
  { title: 'Tokens', align: 'right' },
  { title: 'Cost', align: 'right' },
]

export const usageCells = (tally: Tally, compact: boolean, models = true): readonly string[] => [
  ...(compact ? [] : [models ? tally.models.map(({ model }) => modelName(model)).join(', ') : '']),
  ...[tally.input, tally.output, tally.cacheWrite, tally.cacheRead, tally.tokens].map((n) => tokens(n, compact)),
  money(tally.cost),
]

/** Returns the sum of all rows. */
export const totalOf = (tallies: Iterable<Tally>): Tally => {
  const total = new Tally()
  for (const tally of tallies) total.join(tally)
  return total
}

/** Returns notes about used models that no pricing rule matches, and about those that have only the price of their family. */
export const priceNotes = (book: PriceBook | undefined, total: Tally): readonly string[] => {
  if (book === undefined) return []
  const models = total.models.map(({ model }) => model)
  const unpriced = models.filter((model) => book.ruleFor(model) === null)
  const assumed = models.filter((model) => book.isAssumed(model))
  return [
    ...(unpriced.length === 0 ? [] : [`no pricing rule, counted as $0: ${unpriced.join(', ')}`]),
    ...(assumed.length === 0 ? [] : [`no price of its own, priced like its family: ${assumed.join(', ')}`]),
  ]
}

export const shapeOf = (tally: Tally): TallyShape & { readonly models: Tally['models'] } => ({
  ...tally.shape,
  models: tally.models,
})
