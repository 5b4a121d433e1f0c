/** Wider columns would be blocks, not columns. */
const WIDEST_PX = 40
const LABEL_PX = 64

/**
 * How wide the columns of so many days are, how far apart, and how many columns share a label. Few days stand far apart: room
 * behind the last one would be read as days without work.
 */
export function columnsOf(days: number, width: number) {
  const step = Math.max(1, width) / Math.max(1, days)
  return { step, columns: Math.max(1, Math.min(WIDEST_PX, step * 0.8)), every: Math.max(1, Math.ceil(LABEL_PX / step)) }
}

/** Round levels from 0 to above the largest value: at most five lines to read a column by. */
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

/** Every date from the first to the last, both included: a day without work is a gap to be seen. */
export function everyDay(first: string, last: string): readonly string[] {
  const from = Date.parse(`${first}T00:00:00Z`)
  const count = Math.round((Date.parse(`${last}T00:00:00Z`) - from) / DAY_MS) + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) =>
    new Date(from + index * DAY_MS).toISOString().slice(0, 10),
  )
}

const two = (part: number): string => String(part).padStart(2, '0')

/** The reader's date of an instant, so many days before it. */
export function dateOf(now: number, daysBefore = 0): string {
  const day = new Date(now)
  day.setDate(day.getDate() - daysBefore)
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}
