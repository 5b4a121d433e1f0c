import type * as Duration from 'effect/Duration'
import * as Effect from 'effect/Effect'

/**
 * Waits for `work` at most this long, then interrupts it and continues with `late`. The limit also holds where the caller must not
 * be interrupted: there, Effect's own timeouts wait for the work to end. So `work` must leave nothing half done.
 */
export const withinTime = <A, E, R, B, E2, R2>(
  work: Effect.Effect<A, E, R>,
  duration: Duration.DurationInput,
  late: Effect.Effect<B, E2, R2>,
): Effect.Effect<A | B, E | E2, R | R2> =>
  Effect.flatten(
    Effect.timeoutTo(Effect.interruptible(work), {
      duration,
      onSuccess: (value): Effect.Effect<A | B, E2, R2> => Effect.succeed(value),
      onTimeout: (): Effect.Effect<A | B, E2, R2> => late,
    }),
  )

/** Returns the result of what ends first and interrupts the other one, also where the caller must not be interrupted. */
export const firstOf = <A, E, R, B, E2, R2>(
  one: Effect.Effect<A, E, R>,
  other: Effect.Effect<B, E2, R2>,
): Effect.Effect<A | B, E | E2, R | R2> => Effect.raceFirst(Effect.interruptible(one), Effect.interruptible(other))
