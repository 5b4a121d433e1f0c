import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import * as Schedule from 'effect/Schedule'
import { hasStopped } from './proc.js'
import { markOf, type ProcessRow } from './table.js'

type Target = Pick<ProcessRow, 'pid' | 'mark'>

/** Milliseconds between SIGTERM and SIGKILL, and from there to giving up. */
const [GRACE_MS, KILLED_MS] = [5000, 5000]
const POLL_MS = 50
/**
 * How often is checked whether a process has stopped, and milliseconds between. Time alone would not do: a machine that stands still
 * may leave it none. One that waits for a child which is paused before its `exec` stops only later, and is not waited for.
 */
const [STOP_CHECKS, STOP_POLL_MS] = [250, 2]

/** Sends a signal to a process if it is still the same one. False if nothing was sent. */
const signal = ({ pid, mark }: Target, name: NodeJS.Signals): boolean => {
  if (pid <= 1 || pid === process.pid || markOf(pid) !== mark) return false
  try {
    return process.kill(pid, name)
  } catch {
    // It has ended meanwhile, or belongs to another user.
    return false
  }
}

/** Waits until processes that were told to stop have done so: one that is in the middle of a `fork` finishes that first. */
const stopped = (targets: readonly Target[]): Effect.Effect<unknown> =>
  Effect.sync(() => targets.every(({ pid }) => hasStopped(pid))).pipe(
    Effect.repeat({ until: (all) => all, times: STOP_CHECKS, schedule: Schedule.spaced(STOP_POLL_MS) }),
  )

/**
 * Ends processes, and those that appear while they end: with SIGTERM, then with SIGKILL. Returns those that are left.
 *
 * They are paused until nothing new is found, and must have stopped before the last search. What a process starts between the search and its own end would lose its parent, and
 * could not be found again.
 * @param find returns the processes that are to end now
 * @param graceMs milliseconds between SIGTERM and SIGKILL
 */
export const endProcesses = (find: () => readonly Target[], graceMs = GRACE_MS): Effect.Effect<readonly number[]> =>
  Effect.suspend(() => {
    const known = new Map<number, Target>()
    /** Pauses and returns the processes that are not known yet. */
    const pauseNew = Effect.gen(function* () {
      const found: Target[] = []
      for (let size = -1; size !== found.length; ) {
        size = found.length
        const unknown = find().filter(({ pid, mark }) => known.get(pid)?.mark !== mark)
        for (const target of unknown) known.set(target.pid, target)
        yield* stopped(unknown.filter((target) => signal(target, 'SIGSTOP')))
        found.push(...unknown)
      }
      return found
    })
    const step = (name: NodeJS.Signals | null): Effect.Effect<readonly Target[]> =>
      Effect.map(pauseNew, (paused) => {
        for (const target of paused) signal(target, 'SIGTERM')
        for (const target of paused) signal(target, 'SIGCONT')
        const left = [...known.values()].filter(({ pid, mark }) => markOf(pid) === mark)
        if (name !== null) for (const target of left) signal(target, name)
        return left
      }).pipe(Effect.uninterruptible)
    /** Waits until all have ended. A process that is found is signalled once, or each time if a signal is given. */
    const wait = (name: NodeJS.Signals | null, ms: number): Effect.Effect<boolean> =>
      Effect.gen(function* () {
        const end = (yield* Clock.currentTimeMillis) + ms
        while ((yield* step(name)).length > 0) {
          if ((yield* Clock.currentTimeMillis) >= end) return false
          yield* Effect.sleep(POLL_MS)
        }
        return true
      })
    return Effect.gen(function* () {
      if (yield* wait(null, graceMs)) return []
      yield* wait('SIGKILL', KILLED_MS)
      return (yield* step(null)).map(({ pid }) => pid)
    })
  })
