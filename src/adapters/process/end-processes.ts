import * as Effect from 'effect/Effect'
import * as Schedule from 'effect/Schedule'
import { markOf, type ProcessRow } from './table.js'

type Target = Pick<ProcessRow, 'pid' | 'mark'>

/** Milliseconds between SIGTERM and SIGKILL, and from there to giving up. */
const [GRACE_MS, KILLED_MS] = [5000, 5000]
const POLL_MS = 50

/** Sends a signal to a process if it is still the same one. */
const signal = ({ pid, mark }: Target, name: NodeJS.Signals): void => {
  if (pid <= 1 || pid === process.pid || markOf(pid) !== mark) return
  try {
    process.kill(pid, name)
  } catch {
    // It has ended meanwhile, or belongs to another user.
  }
}

/**
 * Ends processes, and those that appear while they end: with SIGTERM, then with SIGKILL. Returns those that are left after all.
 * @param find returns the processes to end, as they are now
 */
export const endProcesses = (find: () => readonly Target[]): Effect.Effect<readonly number[]> =>
  Effect.suspend(() => {
    const known = new Map<number, Target>()
    const step = (name: NodeJS.Signals | null): readonly Target[] => {
      for (const target of find()) {
        if (known.get(target.pid)?.mark === target.mark) continue
        known.set(target.pid, target)
        if (name === null) signal(target, 'SIGTERM')
      }
      const left = [...known.values()].filter(({ pid, mark }) => markOf(pid) === mark)
      if (name !== null) for (const target of left) signal(target, name)
      return left
    }
    /** Waits until all have ended. A process that is found is signalled once, or each time if a signal is given. */
    const wait = (name: NodeJS.Signals | null, ms: number) =>
      Effect.sync(() => step(name)).pipe(
        Effect.repeat({ until: (left) => left.length === 0, schedule: Schedule.spaced(POLL_MS) }),
        Effect.timeoutTo({ duration: ms, onSuccess: () => true, onTimeout: () => false }),
      )
    return Effect.flatMap(wait(null, GRACE_MS), (ended) =>
      ended ? Effect.succeed([]) : Effect.map(wait('SIGKILL', KILLED_MS), () => step(null).map(({ pid }) => pid)),
    )
  })
