import * as Effect from 'effect/Effect'
import * as Schedule from 'effect/Schedule'
import type { GitError } from './errors.js'

/** Agents commit all the time, and git holds a lock for a few milliseconds. */
const WAIT = Schedule.spaced(150).pipe(Schedule.upTo(2000))

/** What git prints while another program holds one of its lock files: that of an index, a ref, or the configuration. */
const IS_LOCKED = /Unable to create '[^']*\.lock': File exists|could not lock config file .*: File exists/

/** Repeats a command for about two seconds while another program holds a lock that it needs. */
export const retryingLocks = <A, R>(command: Effect.Effect<A, GitError, R>): Effect.Effect<A, GitError, R> =>
  Effect.retry(command, {
    while: (error) => error._tag === 'GitRefused' && IS_LOCKED.test(error.complaint),
    schedule: WAIT,
  })

/** Tries for about two seconds to do what needs a lock. Returns whether it was done. */
export const untilUnlocked = (attempt: () => boolean): Effect.Effect<boolean> =>
  Effect.sync(attempt).pipe(
    Effect.flatMap((isDone) => (isDone ? Effect.succeed(true) : Effect.fail('locked'))),
    Effect.retry(WAIT),
    Effect.orElseSucceed(() => false),
  )
