import { describe, expect, it } from 'vitest'
import { nearest, placeOf, step } from '../../../../../../../ui/src/pages/session/conversation/find/hits.js'

const HITS = [
  { line: 3, count: 2 },
  { line: 8, count: 1 },
]

describe('the matches of a search', () => {
  it('start with the first one at the reader or below, else with the last one', () => {
    expect(nearest(HITS, 1)).toEqual({ line: 3, nth: 0 })
    expect(nearest(HITS, 4)).toEqual({ line: 8, nth: 0 })
    expect(nearest([{ line: 3, count: 2 }], 9)).toEqual({ line: 3, nth: 1 })
    expect(nearest([], 1)).toBeUndefined()
  })

  it('are stepped through one by one, also within a message, and around the ends', () => {
    const places: number[] = []
    let at = nearest(HITS, 1)
    for (let count = 0; count < 4; count++) {
      places.push(placeOf(HITS, at))
      at = step(HITS, at, 1)
    }
    expect(places).toEqual([1, 2, 3, 1])
    expect(step(HITS, { line: 3, nth: 0 }, -1)).toEqual({ line: 8, nth: 0 })
    expect(step(HITS, { line: 8, nth: 0 }, -1)).toEqual({ line: 3, nth: 1 })
    expect(step(HITS, undefined, -1)).toEqual({ line: 8, nth: 0 })
    expect(step([], undefined, 1)).toBeUndefined()
  })

  it('continue from a line that has none any more', () => {
    expect(step(HITS, { line: 5, nth: 0 }, 1)).toEqual({ line: 8, nth: 0 })
    expect(step(HITS, { line: 5, nth: 0 }, -1)).toEqual({ line: 3, nth: 1 })
    expect(placeOf(HITS, { line: 5, nth: 0 })).toBe(0)
  })
})
