import type { Fills } from './fills.js'
import type { Histories } from './histories.js'

/** One line of the benchmark's table. */
export interface Row {
  readonly what: string
  /** What is asked, in words. */
  readonly floor: string
  readonly measured: string
  /** Against what was measured beside it in the same run; null where the floor is a plain number. */
  readonly ratio: number | null
  readonly holds: boolean
}

export interface Bench {
  /** Smaller histories and fewer rounds: to see that everything runs, not to judge by. */
  readonly quick: boolean
  /** A new empty folder, removed at the end. */
  readonly folder: () => string
  readonly histories: Histories
  readonly fills: Fills
  /** Events of the large database that lists are read from. */
  readonly manyEvents: number
}

/** Rows that are measured together; `--only` takes the name. */
export interface Measurement {
  readonly name: string
  readonly rows: (bench: Bench) => Promise<readonly Row[]>
}

/** A row whose measured value is a share of, or a multiple of, something measured beside it. */
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

/** A row whose measured value must not pass a number. */
export const limitRow = (what: string, value: number, max: number, unit: string, digits = 1): Row => ({
  what,
  floor: `<= ${max} ${unit}`,
  measured: `${value.toFixed(digits)} ${unit}`,
  ratio: null,
  holds: value <= max,
})
