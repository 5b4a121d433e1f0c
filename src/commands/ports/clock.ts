import type { Instant } from '../../domain/time.js'

export interface Clock {
  /** The time of day; two calls never give the same instant. */
  readonly now: () => Instant
  /** Seconds that only grow, for durations. */
  readonly monotonic: () => number
}
