/** Durations counted by size, so that quantiles of any set of days can be computed from sums. */

/** Buckets per doubling: a bucket is 19 % wide, and its middle is at most 10 % off. */
const PER_DOUBLING = 4
const LARGEST = 40 * PER_DOUBLING

/** Returns the number of the bucket for a duration in milliseconds; 0 is everything up to one millisecond. */
export const bucketOf = (ms: number): number =>
  ms <= 1 ? 0 : Math.min(LARGEST, 1 + Math.floor(Math.log2(ms) * PER_DOUBLING))

/** Returns a quantile in milliseconds: the middle of its bucket, at most 10 % off. Null without durations. */
export const quantileOf = (counts: ReadonlyMap<number, number>, quantile: number): number | null => {
  const buckets = [...counts].filter(([, n]) => n > 0).toSorted(([a], [b]) => a - b)
  const wanted = quantile * buckets.reduce((sum, [, n]) => sum + n, 0)
  let below = 0
  for (const [bucket, n] of buckets) {
    below += n
    if (below >= wanted) return bucket === 0 ? 1 : Math.round(2 ** ((bucket - 0.5) / PER_DOUBLING))
  }
  return null
}
