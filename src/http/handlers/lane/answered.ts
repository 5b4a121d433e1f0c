import * as Effect from 'effect/Effect'
import { isRejection, type Rejection } from '../../../domain/rejection.js'

/** Runs reads of other threads, which reject with EUNAVAILABLE while they restart. */
export const answered = <A>(work: () => Promise<A>): Effect.Effect<A, Rejection<'EUNAVAILABLE'>> =>
  Effect.tryPromise({ try: work, catch: (error) => error }).pipe(
    Effect.catchAll((error) =>
      isRejection(error) ? Effect.fail(error as Rejection<'EUNAVAILABLE'>) : Effect.die(error),
    ),
  )
