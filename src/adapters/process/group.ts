import * as Effect from 'effect/Effect'
import * as Schedule from 'effect/Schedule'
import { statOf } from './processes.js'

/** Sends a signal to a process group; 0 only checks for it. False when no process of the group is left. */
export const signalGroup = (pid: number, signal: NodeJS.Signals | 0): boolean => {
  try {
    return process.kill(-pid, signal)
  } catch (error) {
    // EPERM: a member belongs to another user, so the group is alive.
    return (error as NodeJS.ErrnoException).code === 'EPERM' && signal === 0
  }
}

const POLL_MS = 20

/** Whether a group has a member that runs. A leader that nobody has waited for has ended. */
const runs = (pid: number): boolean => signalGroup(pid, 0) && statOf(pid)?.[0] !== 'Z'

/** Waits until no process of a group is left. False if that takes longer than `ms`. */
export const groupEnds = (pid: number, ms: number): Effect.Effect<boolean> =>
  Effect.sync(() => !runs(pid)).pipe(
    Effect.repeat({ until: (ended) => ended, schedule: Schedule.spaced(POLL_MS) }),
    Effect.as(true),
    Effect.timeoutTo({ duration: ms, onSuccess: () => true, onTimeout: () => false }),
  )
