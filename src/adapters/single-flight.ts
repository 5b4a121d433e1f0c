import * as Effect from 'effect/Effect'
import * as Fiber from 'effect/Fiber'

/**
 * Returns a function that runs work once for all that ask for the same key meanwhile. Work that one of them started continues
 * when that one is interrupted.
 */
export const singleFlight = <A, E = never>() => {
  const flying = new Map<string, Fiber.RuntimeFiber<A, E>>()
  return (key: string, work: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.suspend(() => {
      const known = flying.get(key)
      if (known !== undefined) return Fiber.join(known)
      return Effect.flatMap(Effect.forkDaemon(work), (fiber) => {
        flying.set(key, fiber)
        fiber.addObserver(() => flying.delete(key))
        return Fiber.join(fiber)
      })
    })
}
