import { describe, expect, it } from 'vitest'
import { markDifference, type Pixels } from '../../../../../../ui/src/pages/lane/proof/difference.js'

const pixels = (...colours: readonly (readonly [number, number, number])[]): Pixels => ({
  width: colours.length,
  height: 1,
  data: Uint8ClampedArray.from(colours.flatMap(([r, g, b]) => [r, g, b, 255])),
})
const WHITE = [255, 255, 255] as const
const BLACK = [0, 0, 0] as const

const compared = (before: Pixels, after: Pixels) => {
  const into = new Uint8ClampedArray(after.data.length)
  const share = markDifference(before, after, into)
  const isRed = [...into].filter((_, at) => at % 4 === 1).map((green) => green === 40)
  return { share, isRed }
}

describe('the difference of two images', () => {
  it('is the share of the pixels that differ, which are red', () => {
    expect(compared(pixels(WHITE, WHITE, BLACK, BLACK), pixels(WHITE, BLACK, BLACK, BLACK))).toEqual({
      share: 0.25,
      isRed: [false, true, false, false],
    })
  })

  it('leaves out what a lossy format changes', () => {
    expect(compared(pixels([100, 100, 100]), pixels([108, 94, 103])).share).toBe(0)
  })

  it('counts what one image does not have', () => {
    const missing: Pixels = { width: 1, height: 1, data: Uint8ClampedArray.from([0, 0, 0, 0]) }
    expect(compared(missing, pixels(BLACK)).share).toBe(1)
  })

  it('is 0 for images without pixels', () => {
    expect(compared(pixels(), pixels()).share).toBe(0)
  })
})
