const FIRST_MS = 250
const LONGEST_MS = 10_000

/**
 * Returns the milliseconds before the next attempt: doubling, at most 10 s. `jitter` (0 to 1) keeps many pages from
 * reconnecting at once.
 */
export const backoff = (failures: number, jitter: number): number =>
  Math.min(LONGEST_MS, FIRST_MS * 2 ** failures) * (0.75 + jitter / 4)
