/** Wider columns would be blocks, not columns. */
const WIDEST_PX = 40
const LABEL_PX = 64

/**
 * Returns the width of the columns, their distance, and how many columns share a label. Few days are far apart: empty space
 * after the last one would read as days without work.
 */
export function columnsOf(days: number, width: number) {
  const step = Math.max(1, width) / Math.max(1, days)
  return { step, columns: Math.max(1, Math.min(WIDEST_PX, step * 0.8)), every: Math.max(1, Math.ceil(LABEL_PX / step)) }
}

/** Returns round levels from 0 to above the largest value, at most five. */
export function levelsOf(largest: number): { readonly levels: readonly number[]; readonly top: number } {
  if (!(largest > 0)) return { levels: [0, 1], top: 1 }
  const rough = largest / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((n) => n * power).find((candidate) => candidate >= rough) ?? 10 * power
  const count = Math.ceil(largest / step)
  return {
    levels: Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(6))),
    top: count * step,
  }
}
