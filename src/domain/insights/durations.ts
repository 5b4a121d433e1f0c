/** Durations counted by size, so that quantiles of any set of days can be computed from sums. */

/** Buckets per doubling: a bucket is 19 % wide, so a quantile is off by less than that. */
const PER_DOUBLING = 4
const LARGEST = 40 * PER_DOUBLING

/** Returns the number of the bucket for a duration in milliseconds; 0 is everything up to one millisecond. */
export const bucketOf = (ms: number): number =>
  ms <= 1 ? 0 : Math.min(LARGEST, 1 + Math.floor(Math.log2(ms) * PER_DOUBLING))

/** Returns the lower edge of a bucket in milliseconds. */
const edgeOf = (bucket: number): number => (bucket === 0 ? 0 : 2 ** ((bucket - 1) / PER_DOUBLING))

/** Returns a quantile in milliseconds, interpolated within its bucket; null without durations. */
export const quantileOf = (counts: ReadonlyMap<number, number>, quantile: number): number | null => {
  const buckets = [...counts].filter(([, n]) => n > 0).toSorted(([a], [b]) => a - b)
  const total = buckets.reduce((sum, [, n]) => sum + n, 0)
  if (total === 0) return null
  const wanted = quantile * total
  let below = 0
  for (const [bucket, n] of buckets) {
    if (below + n >= wanted) {
      const [from, to] = [edgeOf(bucket), edgeOf(bucket + 1)]
      return Math.round(from + (to - from) * Math.max(0, (wanted - below) / n))
    }
    below += n
  }
  return null
}
