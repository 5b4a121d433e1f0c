import { describe, expect, it } from 'vitest'
import { SliceSize } from '../../../../src/adapters/sqlite/slice-size.js'

/** Runs slices whose events take so long each, and returns the sizes of the last ones. */
const sizesAt = (secondsPerEvent: number, size = new SliceSize(() => now)): readonly number[] =>
  Array.from({ length: 400 }, () => {
    size.adapt(() => {
      now += size.events * secondsPerEvent
    })
    return size.events
  }).slice(-50)
let now = 0

describe('the size of a slice', () => {
  it('keeps a slice below three milliseconds, whatever an event costs', () => {
    for (const cost of [0.000_05, 0.000_1, 0.000_5]) expect(Math.max(...sizesAt(cost)) * cost).toBeLessThan(0.003_1)
  })

  it('does not become tiny or huge', () => {
    expect(Math.max(...sizesAt(0))).toBe(100)
    expect(Math.min(...sizesAt(1))).toBe(5)
  })

  it('grows again after expensive events', () => {
    const size = new SliceSize(() => now)
    sizesAt(1, size)
    expect(Math.min(...sizesAt(0.000_01, size))).toBe(100)
  })
})
