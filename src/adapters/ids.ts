import { randomFillSync } from 'node:crypto'
import { monotonicFactory } from 'ulid'

const POOL = new Uint32Array(256)

/**
 * Returns a generator of ULIDs that increase within the process. Random values come from a pool: the library's default source
 * asks the system for every character, which costs more than the rest of an append.
 */
export const eventIds = (): (() => string) => {
  let next = POOL.length
  return monotonicFactory(() => {
    if (next === POOL.length) {
      randomFillSync(POOL)
      next = 0
    }
    const value = POOL[next] ?? 0
    next += 1
    return value / 2 ** 32
  })
}
