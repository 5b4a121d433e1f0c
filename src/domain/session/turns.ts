import type { Instant } from '../time.js'

/**
 * Returns the turn in which something happened: the last one that had started. What is older than the first turn belongs to it: the
 * clocks of hooks and of transcripts differ a little.
 * @param starts in order, at least one
 * @returns an index into `starts`
 */
export const turnAt = (starts: readonly Instant[], at: Instant): number => {
  let [low, high] = [0, starts.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((starts[middle] ?? Infinity) <= at) low = middle
    else high = middle - 1
  }
  return low
}
