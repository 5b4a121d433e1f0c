import type { Instant } from '../../domain/time.js'

export interface Clock {
  /** Returns the current time. No two calls return the same instant. */
  readonly now: () => Instant
  /** Returns monotonic seconds, for durations. */
  readonly monotonic: () => number
}
