import { randomFillSync } from 'node:crypto'
import { monotonicFactory } from 'ulid'

const POOL = new Uint32Array(256)

/**
 * ULIDs that grow within the process. Their randomness is drawn from a pool: the library's own source asks the system for
 * every single character, which costs more than the rest of an append.
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
