import * as Effect from 'effect/Effect'
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
 * Ends processes, and those that appear while they end: with SIGTERM, then with SIGKILL. Returns those that are left.
 * @param find returns the processes that are to end now
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
    const wait = (name: NodeJS.Signals | null, ms: number): Effect.Effect<boolean> =>
      // Effect's own timeout would wait forever where it must not be interrupted.
      Effect.gen(function* () {
        for (let waited = 0; waited < ms; waited += POLL_MS) {
          if (step(name).length === 0) return true
          yield* Effect.sleep(POLL_MS)
        }
        return step(name).length === 0
      })
    return Effect.gen(function* () {
      if (yield* wait(null, GRACE_MS)) return []
      yield* wait('SIGKILL', KILLED_MS)
      return step(null).map(({ pid }) => pid)
    })
  })
