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

const DAY_MS = 86_400_000

/** Returns every date from the first to the last, both included: days without work must be visible. */
export function everyDay(first: string, last: string): readonly string[] {
  const from = Date.parse(`${first}T00:00:00Z`)
  const count = Math.round((Date.parse(`${last}T00:00:00Z`) - from) / DAY_MS) + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) =>
    new Date(from + index * DAY_MS).toISOString().slice(0, 10),
  )
}

const two = (part: number): string => String(part).padStart(2, '0')

/** Returns the date of an instant, some days back, in the time zone of the user. */
export function dateOf(now: number, daysBefore = 0): string {
  const day = new Date(now)
  day.setDate(day.getDate() - daysBefore)
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}
