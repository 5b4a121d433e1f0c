import * as Effect from 'effect/Effect'
import * as Schedule from 'effect/Schedule'
import { withinTime } from '../../commands/ports/within-time.js'
import { endProcesses } from './end-processes.js'
import { FIELD, isZombie, pidsInProc, statOf } from './proc.js'
import { descendantsOf, processTable } from './table.js'

/** Sends a signal to a process group; 0 only checks for it. False when no process of the group is left. */
export const signalGroup = (pid: number, signal: NodeJS.Signals | 0): boolean => {
  // Group 0 would be our own, and 1 all processes of the user.
  if (!Number.isSafeInteger(pid) || pid <= 1) return false
  try {
    return process.kill(-pid, signal)
  } catch (error) {
    // EPERM: a member belongs to another user, so the group is alive.
    return (error as NodeJS.ErrnoException).code === 'EPERM' && signal === 0
  }
}

const POLL_MS = 20

/** Whether a group has a member that runs. One that nobody has waited for has ended: in a container, nobody may ever. */
export const groupRuns = (pid: number): boolean => {
  if (!signalGroup(pid, 0)) return false
  const leader = statOf(pid)
  return (leader !== null && !isZombie(leader)) || hasRunningMember(pid)
}

const hasRunningMember = (group: number): boolean =>
  pidsInProc()?.some((pid) => {
    const stat = statOf(pid)
    return stat !== null && stat[FIELD.group] === String(group) && !isZombie(stat)
  }) ?? true

/** Waits until no process of a group is left. False if that takes longer than `ms`. */
export const groupEnds = (pid: number, ms: number): Effect.Effect<boolean> =>
  withinTime(
    Effect.sync(() => !groupRuns(pid)).pipe(
      Effect.repeat({ until: (ended) => ended, schedule: Schedule.spaced(POLL_MS) }),
      Effect.as(true),
    ),
    ms,
    Effect.succeed(false),
  )

/**
 * Ends what is left of a process group: children may outlive the process that leads it. What the group started ends too, also in
 * a group of its own, unless its parent has exited: that is a daemon.
 */
export const endGroup = (pid: number | undefined): Effect.Effect<void> =>
  Effect.suspend(() => {
    if (pid === undefined || !signalGroup(pid, 0)) return Effect.void
    return pidsInProc() === null ? endWithoutProc(pid) : Effect.asVoid(endProcesses(() => membersOf(pid)))
  })

const membersOf = (group: number) => {
  const table = processTable()
  return descendantsOf(table, (row) => row.group === group)
}

/** Milliseconds between SIGTERM and SIGKILL, and from there to giving up. */
const GRACE_MS = 5000

const endWithoutProc = (pid: number): Effect.Effect<void> =>
  Effect.gen(function* () {
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      if (!signalGroup(pid, signal) || (yield* groupEnds(pid, GRACE_MS))) return
    }
  })
