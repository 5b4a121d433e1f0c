/** A seeded random generator: the same seed gives the same numbers on every machine. */
export interface Random {
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  readonly next: () => number
  /** Returns an integer, both bounds inclusive. */
  readonly int: (min: number, max: number) => number
  readonly chance: (probability: number) => boolean
  readonly pick: <A>(values: readonly [A, ...A[]]) => A
  /** Returns a mostly small, rarely huge number, like file sizes: log-normal around `median`, at most `max`. */
  readonly skewed: (median: number, max: number) => number
  readonly hex: (length: number) => string
  readonly uuid: () => string
}

/** Returns an sfc32 generator, which is small and of good quality. The first numbers are discarded to mix the seed. */
export const seededRandom = (seed: number): Random => {
  let a = seed | 0
  let b = 0x9e3779b9
  let c = 0x243f6a88
  let counter = 1
  const bits = (): number => {
    const result = (a + b + counter++) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + result
    return result >>> 0
  }
  for (let discarded = 0; discarded < 16; discarded++) bits()

  const next = (): number => bits() / 2 ** 32
  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1))
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
  const hex = (length: number): string => {
    let text = ''
    while (text.length < length) text += bits().toString(16).padStart(8, '0')
    return text.slice(0, length)
  }
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (values) => values[int(0, values.length - 1)] ?? values[0],
    skewed: (median, max) => Math.min(max, Math.round(median * Math.exp(normal()))),
    hex,
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
  }
}
