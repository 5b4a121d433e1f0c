import * as Cause from 'effect/Cause'
import * as Effect from 'effect/Effect'

/** Returns work that passes its failures and defects to `onError` instead of failing. */
export const reporting =
  (onError: (error: unknown) => void) =>
  <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A | void, never, R> =>
    Effect.catchAllCause(work, (cause) => Effect.sync(() => onError(Cause.squash(cause))))
