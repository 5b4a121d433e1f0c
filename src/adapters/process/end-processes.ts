import * as Clock from 'effect/Clock'
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
 *
 * They are paused until nothing new is found. What a process starts between the search and its own end would lose its parent, and
 * could not be found again.
 * @param find returns the processes that are to end now
 * @param graceMs milliseconds between SIGTERM and SIGKILL
 */
export const endProcesses = (find: () => readonly Target[], graceMs = GRACE_MS): Effect.Effect<readonly number[]> =>
  Effect.suspend(() => {
    const known = new Map<number, Target>()
    /** Pauses and returns the processes that are not known yet. */
    const pauseNew = (): readonly Target[] => {
      const paused: Target[] = []
      for (let size = -1; size !== paused.length; ) {
        size = paused.length
        for (const target of find()) {
          if (known.get(target.pid)?.mark === target.mark) continue
          known.set(target.pid, target)
          signal(target, 'SIGSTOP')
          paused.push(target)
        }
      }
      return paused
    }
    const step = (name: NodeJS.Signals | null): readonly Target[] => {
      const paused = pauseNew()
      for (const target of paused) signal(target, 'SIGTERM')
      for (const target of paused) signal(target, 'SIGCONT')
      const left = [...known.values()].filter(({ pid, mark }) => markOf(pid) === mark)
      if (name !== null) for (const target of left) signal(target, name)
      return left
    }
    /** Waits until all have ended. A process that is found is signalled once, or each time if a signal is given. */
    const wait = (name: NodeJS.Signals | null, ms: number): Effect.Effect<boolean> =>
      Effect.gen(function* () {
        const end = (yield* Clock.currentTimeMillis) + ms
        while (step(name).length > 0) {
          if ((yield* Clock.currentTimeMillis) >= end) return false
          yield* Effect.sleep(POLL_MS)
        }
        return true
      })
    return Effect.gen(function* () {
      if (yield* wait(null, graceMs)) return []
      yield* wait('SIGKILL', KILLED_MS)
      return step(null).map(({ pid }) => pid)
    })
  })
