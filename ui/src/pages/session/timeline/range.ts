/** A part of the time axis, in milliseconds since the epoch. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** Zooming in further shows nothing more. */
const SHORTEST_MS = 500

/** Moves a range into the whole; it keeps its length, unless it is longer than the whole. */
function into({ from, to }: Range, whole: Range): Range {
  const length = Math.min(to - from, whole.to - whole.from)
  const start = Math.min(Math.max(from, whole.from), whole.to - length)
  return { from: start, to: start + length }
}

/** Zooms in (factor below 1) or out; the instant `at` keeps its place. */
export function zoom(range: Range, whole: Range, factor: number, at: number): Range {
  const length = Math.min(whole.to - whole.from, Math.max(SHORTEST_MS, (range.to - range.from) * factor))
  const share = (at - range.from) / (range.to - range.from)
  const from = at - share * length
  return into({ from, to: from + length }, whole)
}

/** Moves the visible range by a share of its length, up to the ends. */
export const pan = (range: Range, whole: Range, share: number): Range => {
  const by = (range.to - range.from) * share
  return into({ from: range.from + by, to: range.to + by }, whole)
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const STEPS = [
  ...[0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30].map((n) => n * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * MINUTE),
  ...[1, 2, 3, 6, 12, 24, 48, 168, 336, 720].map((n) => n * HOUR),
]

/** Returns round distances from the start of the whole, at most `most` of them in the range. */
export function ticks({ from, to }: Range, whole: Range, most: number): readonly number[] {
  const step = STEPS.find((candidate) => (to - from) / candidate <= most) ?? (to - from) / most
  const first = Math.ceil((from - whole.from) / step)
  const count = Math.floor((to - whole.from) / step) - first + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) => whole.from + (first + index) * step)
}

/** Returns the range for the address: seconds since the start, `90-120.5`. Undefined for the whole. */
export function rangeWords(range: Range, whole: Range): string | undefined {
  if (range.from <= whole.from && range.to >= whole.to) return undefined
  const seconds = (at: number): string => ((at - whole.from) / SECOND).toFixed(1).replace(/\.0$/, '')
  return `${seconds(range.from)}-${seconds(range.to)}`
}

/** Reads the range from the address; the whole if it is missing or invalid. */
export function rangeOf(words: string | undefined, whole: Range): Range {
  const [from, to] = (/^(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)$/.exec(words ?? '') ?? []).slice(1).map(Number)
  if (from === undefined || to === undefined || from >= to) return whole
  return into({ from: whole.from + from * SECOND, to: whole.from + to * SECOND }, whole)
}
