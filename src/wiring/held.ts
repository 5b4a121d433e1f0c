import * as Effect from 'effect/Effect'
import type * as Scope from 'effect/Scope'

/** Acquires a resource of the service now and releases it when the scope closes, in reverse order. */
export const held = <A>(
  make: () => A | Promise<A>,
  giveBack: (resource: A) => unknown,
): Effect.Effect<A, Error, Scope.Scope> =>
  Effect.acquireRelease(Effect.tryPromise({ try: async () => make(), catch: (error) => error as Error }), (resource) =>
    Effect.promise(async () => giveBack(resource)),
  )
