import type { Fills } from './fills.js'
import type { Histories } from './histories.js'

/** One line of the benchmark's table. */
export interface Row {
  readonly what: string
  /** The requirement as text. */
  readonly floor: string
  readonly measured: string
  /** Ratio to the baseline measured in the same run; null if the floor is a number. */
  readonly ratio: number | null
  readonly holds: boolean
}

export interface Bench {
  /** Smaller histories and fewer rounds, to check that everything runs; the figures are not meaningful. */
  readonly quick: boolean
  /** Creates an empty folder, which is removed at the end. */
  readonly folder: () => string
  readonly histories: Histories
  readonly fills: Fills
  /** Number of events in the large database. */
  readonly manyEvents: number
}

/** Rows that are measured together; `--only` selects them by name. */
export interface Measurement {
  readonly name: string
  readonly rows: (bench: Bench) => Promise<readonly Row[]>
}

/** Returns a row whose value is a ratio to a baseline measured in the same run. */
export const ratioRow = (
  what: string,
  measured: string,
  ratio: number,
  limit: { readonly min: number } | { readonly max: number },
): Row => {
  const [sign, bound] = 'min' in limit ? ['>=', limit.min] : ['<=', limit.max]
  const holds = 'min' in limit ? ratio >= limit.min : ratio <= limit.max
  return { what, floor: `${sign} ${bound} x`, measured, ratio, holds }
}

/** Returns a row whose value must not exceed a number. */
export const limitRow = (what: string, value: number, max: number, unit: string, digits = 1): Row => ({
  what,
  floor: `<= ${max} ${unit}`,
  measured: `${value.toFixed(digits)} ${unit}`,
  ratio: null,
  holds: value <= max,
})
