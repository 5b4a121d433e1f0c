import * as Effect from 'effect/Effect'

/** Lets everything that is waiting for the event loop run first. */
export const nextTurn = Effect.async<void>((resume) => {
  setImmediate(() => resume(Effect.void))
})
