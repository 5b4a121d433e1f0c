import * as Effect from 'effect/Effect'
import { type Committer, StorageFailure, type SubmitOptions, type Unit } from '../../events/commit.js'

/**
 * Commits a unit from an Effect. A submitted unit cannot be withdrawn, so an interruption waits for its result. An error other
 * than a refused write is a defect.
 */
export const commit = <A>(
  committer: Pick<Committer, 'submit'>,
  unit: Unit<A>,
  options?: SubmitOptions,
): Effect.Effect<A, StorageFailure> =>
  Effect.uninterruptible(
    Effect.tryPromise({ try: () => committer.submit(unit, options), catch: (error) => error }).pipe(
      Effect.catchAll((error) => (error instanceof StorageFailure ? Effect.fail(error) : Effect.die(error))),
    ),
  )
