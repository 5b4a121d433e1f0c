/**
 * A scale that counts in powers of ten, from `start` to `end` in pixels; values below 1 stand at the beginning. What is not
 * counted in tens, such as time, brings the `steps` that are marked in their place.
 */
export function logScale(values: readonly number[], start: number, end: number, steps?: readonly number[]) {
  const logs = values.map((value) => Math.log10(Math.max(1, value)))
  const low = Math.floor(Math.min(...logs, Number.POSITIVE_INFINITY) || 0)
  const from = Number.isFinite(low) ? low : 0
  const to = Math.max(from + 1, Math.ceil(Math.max(...logs, from)))
  const powers = Array.from({ length: to - from + 1 }, (_, index) => 10 ** (from + index))
  return {
    at: (value: number): number => start + ((Math.log10(Math.max(1, value)) - from) / (to - from)) * (end - start),
    marks: steps?.filter((step) => step >= 10 ** from && step <= 10 ** to) ?? powers,
  }
}
