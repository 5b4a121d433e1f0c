import * as Effect from 'effect/Effect'

/** Runs a command and returns what it succeeded or failed with. */
export const outcomeOf = <A, E>(work: Effect.Effect<A, E>): Promise<A | E> => Effect.runPromise(Effect.merge(work))
