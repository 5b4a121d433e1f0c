import type { Clock } from '../commands/ports/clock.js'

// Milliseconds. Added to keep two hooks of the same millisecond in order.
const STEP = 0.001

/**
 * Returns the system clock. `now` increases strictly within a process, unless the system time is set back by a second or more.
 */
export const systemClock = (): Clock => {
  let last = 0
  return {
    now: () => {
      const wall = Date.now()
      last = wall > last ? wall : wall > last - 1000 ? last + STEP : wall
      return last
    },
    monotonic: () => performance.now() / 1000,
  }
}
