import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bucketOf, quantileOf } from '../../../../src/domain/insights/durations.js'

const counted = (durations: readonly number[]): ReadonlyMap<number, number> => {
  const counts = new Map<number, number>()
  for (const ms of durations) counts.set(bucketOf(ms), (counts.get(bucketOf(ms)) ?? 0) + 1)
  return counts
}

describe('a quantile of counted durations', () => {
  it('is at most 10 % off', () =>
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 2, max: 1e9 }), { minLength: 1 }),
        fc.double({ min: 0.01, max: 1, noNaN: true }),
        (all, quantile) => {
          const real = all.toSorted((a, b) => a - b)[Math.ceil(quantile * all.length) - 1] ?? 0
          const found = quantileOf(counted(all), quantile) ?? 0
          expect(Math.abs(found - real)).toBeLessThanOrEqual(real * 0.1 + 1)
        },
      ),
    ))

  it('is null without durations', () => expect(quantileOf(new Map(), 0.5)).toBeNull())
})
