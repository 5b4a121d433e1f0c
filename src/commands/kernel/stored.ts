import * as Effect from 'effect/Effect'
import * as Schedule from 'effect/Schedule'
import { StorageFailure } from '../../events/commit.js'

const SOON = Schedule.intersect(Schedule.exponential('50 millis'), Schedule.recurs(5))
const LATER = Schedule.union(Schedule.exponential('1 second'), Schedule.spaced('30 seconds'))

const isRefusedWrite = (error: unknown): boolean => error instanceof StorageFailure

/**
 * Tries for about 1.5 seconds while the disk refuses a commit: for what has happened on the machine and cannot be undone, such as
 * a commit in a repository. A disk that was full for a moment does not make that a failure.
 */
export const untilStored = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.retry(work, { while: isRefusedWrite, schedule: SOON })

/**
 * Tries for as long as the service runs: for work in the background, whose result would otherwise be missing until the next start.
 * An interruption ends it after the first 1.5 seconds.
 */
export const onceStored = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.catchIf(untilStored(work), isRefusedWrite, () =>
    Effect.interruptible(Effect.retry(work, { while: isRefusedWrite, schedule: LATER })),
  )
