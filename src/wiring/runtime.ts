import * as Effect from 'effect/Effect'
import * as ExecutionStrategy from 'effect/ExecutionStrategy'
import type * as Exit from 'effect/Exit'
import * as FiberId from 'effect/FiberId'
import type * as Layer from 'effect/Layer'
import * as ManagedRuntime from 'effect/ManagedRuntime'
import * as Scope from 'effect/Scope'
import { ownPrograms, Programs } from '../adapters/process/programs.js'
import type { Fork, Machine } from '../commands/ports/machine.js'

/** Runs Effects with the services of the machine, for callers that are not Effects. */
export interface ServiceRuntime {
  /** Runs an Effect. An abort of the signal interrupts it; the promise resolves when it has ended. */
  readonly run: <A, E>(effect: Effect.Effect<A, E, Machine>, signal?: AbortSignal) => Promise<Exit.Exit<A, E>>
  /** Runs an Effect for a caller that knows only promises: it rejects with the error. */
  readonly promise: <A, E>(effect: Effect.Effect<A, E, Machine>) => Promise<A>
  readonly fork: Fork
  /** Starts work that is interrupted when the scope closes, in the order of the other resources. */
  readonly background: (work: Effect.Effect<unknown, never, Machine>) => Effect.Effect<void, never, Scope.Scope>
}

/**
 * Opens the runtime of the service. When the scope closes, everything that still runs is interrupted and waited for.
 * @param stopping aborted when the service stops: then programs end, also those of work that no client can interrupt
 */
export const openRuntime = (
  machine: Layer.Layer<Machine>,
  stopping: AbortSignal,
): Effect.Effect<ServiceRuntime, never, Scope.Scope> =>
  Effect.gen(function* () {
    const runtime = yield* Effect.acquireRelease(
      Effect.sync(() => ManagedRuntime.make(machine)),
      (made) => made.disposeEffect,
    )
    // The layers are built now, so that forked work starts at once.
    yield* runtime.runtimeEffect
    const scope = yield* Scope.fork(yield* Effect.scope, ExecutionStrategy.parallel)
    const programs = new Programs()
    stopping.addEventListener('abort', () => programs.stop())
    const ofService = Effect.locally(ownPrograms, programs)
    return {
      run: <A, E>(effect: Effect.Effect<A, E, Machine>, signal?: AbortSignal) =>
        new Promise<Exit.Exit<A, E>>((resolve) => {
          const fiber = runtime.runFork(ofService(effect), { scope })
          const interrupt = (): void => fiber.unsafeInterruptAsFork(FiberId.none)
          signal?.addEventListener('abort', interrupt)
          fiber.addObserver((exit) => {
            signal?.removeEventListener('abort', interrupt)
            resolve(exit)
          })
          if (signal?.aborted) interrupt()
        }),
      promise: (effect) => runtime.runPromise(ofService(effect)),
      fork: (work) => void runtime.runFork(ofService(work), { scope }),
      background: (work) => Effect.asVoid(Effect.forkScoped(ofService(Effect.provide(work, runtime)))),
    }
  })
