/** A scale that counts in powers of ten, from `start` to `end` in pixels; values below 1 stand at the beginning. */
export function logScale(values: readonly number[], start: number, end: number) {
  const logs = values.map((value) => Math.log10(Math.max(1, value)))
  const low = Math.floor(Math.min(...logs, Number.POSITIVE_INFINITY) || 0)
  const from = Number.isFinite(low) ? low : 0
  const to = Math.max(from + 1, Math.ceil(Math.max(...logs, from)))
  return {
    at: (value: number): number => start + ((Math.log10(Math.max(1, value)) - from) / (to - from)) * (end - start),
    marks: Array.from({ length: to - from + 1 }, (_, index) => 10 ** (from + index)),
  }
}
