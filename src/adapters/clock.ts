import type { Clock } from '../commands/ports/clock.js'

// Two hooks of one millisecond keep their order by a fraction of it.
const STEP = 0.001

/** The system's clock. `now` strictly grows within a process, also when the system's time is set back. */
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
