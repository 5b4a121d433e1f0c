/** Pixels of an image: four bytes each, red, green, blue and alpha. */
export interface Pixels {
  readonly width: number
  readonly height: number
  readonly data: Uint8ClampedArray
}

/** Channels differ by more than this in sum before a pixel counts: JPEG changes every one of them a little. */
const THRESHOLD = 30

/**
 * Marks the pixels in which two images of the same size differ in red, on a pale copy of the second.
 * Returns the share of them, from 0 to 1.
 */
export function markDifference(before: Pixels, after: Pixels, into: Uint8ClampedArray): number {
  let differ = 0
  for (let at = 0; at < after.data.length; at += 4) {
    const of = (pixels: Pixels, channel: number): number => pixels.data[at + channel] ?? 0
    const distance = [0, 1, 2, 3].reduce((sum, channel) => sum + Math.abs(of(before, channel) - of(after, channel)), 0)
    if (distance > THRESHOLD) {
      differ += 1
      into.set([210, 40, 40, 255], at)
    } else {
      const pale = 170 + (of(after, 0) + of(after, 1) + of(after, 2)) / 9
      into.set([pale, pale, pale, 255], at)
    }
  }
  const count = after.data.length / 4
  return count === 0 ? 0 : differ / count
}
