import { type Money, partsInUsd, type PricedUsage, toUsd } from '../../../domain/pricing/cost.js'
import { civilDate, DAY } from '../../../domain/time.js'
import type { PriceBook } from '../../pricing/price-book.js'

/** Sums of usage under one set of terms on one day (UTC). */
export type UsageSums = Omit<PricedUsage, 'date'> & { readonly day: number }

/** Returns a function that prices sums by their day; the dates of days are computed once. */
export const pricerOf = (book: PriceBook): ((row: UsageSums) => Money) => {
  const dates = new Map<number, string>()
  return (row) => {
    let date = dates.get(row.day)
    if (date === undefined) dates.set(row.day, (date = civilDate(row.day * DAY)))
    return book.price({ ...row, date })
  }
}

/** Usage and its cost, as a report shows it. */
export interface TallyShape {
  readonly input_tokens: number
  readonly output_tokens: number
  readonly cache_write_tokens: number
  readonly cache_read_tokens: number
  readonly total_tokens: number
  readonly cost: number
}

class Sums {
  input = 0
  output = 0
  cacheWrite = 0
  cacheRead = 0
  cost: Money = 0n

  add(row: Pick<Sums, 'input' | 'output' | 'cacheWrite' | 'cacheRead'>, price: Money): void {
    this.input += row.input
    this.output += row.output
    this.cacheWrite += row.cacheWrite
    this.cacheRead += row.cacheRead
    this.cost += price
  }

  get tokens(): number {
    return this.input + this.output + this.cacheWrite + this.cacheRead
  }

  get shape(): TallyShape {
    return {
      input_tokens: this.input,
      output_tokens: this.output,
      cache_write_tokens: this.cacheWrite,
      cache_read_tokens: this.cacheRead,
      total_tokens: this.tokens,
      cost: toUsd(this.cost),
    }
  }
}

/** Sums usage, in total and by model. */
export class Tally extends Sums {
  readonly #models = new Map<string, Sums>()

  addOf(row: UsageSums, price: Money): void {
    this.add(row, price)
    this.#of(row.model).add(row, price)
  }

  /** Adds another tally. */
  join(other: Tally): void {
    this.add(other, other.cost)
    for (const [model, sums] of other.#models) this.#of(model).add(sums, sums.cost)
  }

  /** Returns the models, the most expensive first; their costs add up to that of the tally. */
  get models(): readonly ({ readonly model: string } & TallyShape)[] {
    const sorted = [...this.#models].toSorted(([a, one], [b, other]) =>
      one.cost === other.cost ? (a < b ? -1 : 1) : one.cost > other.cost ? -1 : 1,
    )
    const costs = partsInUsd(sorted.map(([, { cost }]) => cost))
    return sorted.map(([model, sums], i) => ({ model, ...sums.shape, cost: costs[i] ?? 0 }))
  }

  #of(model: string): Sums {
    let sums = this.#models.get(model)
    if (sums === undefined) this.#models.set(model, (sums = new Sums()))
    return sums
  }
}

/** Returns the tally of a key, created on first use. */
export const tallyOf = <K>(tallies: Map<K, Tally>, key: K): Tally => {
  let tally = tallies.get(key)
  if (tally === undefined) tallies.set(key, (tally = new Tally()))
  return tally
}
