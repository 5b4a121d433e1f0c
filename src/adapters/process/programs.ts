import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process'
import * as Deferred from 'effect/Deferred'
import * as Effect from 'effect/Effect'
import * as FiberId from 'effect/FiberId'
import * as FiberRef from 'effect/FiberRef'
import * as GlobalValue from 'effect/GlobalValue'
import { firstOf } from '../../commands/ports/within-time.js'
import { groupRuns, signalGroup } from './group.js'

/** Milliseconds that programs get after the stop of the service, before they are killed. */
const GRACE_MS = 5000
/** The same for the end of the process, which cannot wait for anything. */
const LAST_GRACE_MS = 200
const POLL_MS = 10

/** The process groups of all programs that this process has started and that have not been waited for. */
const groups = new Set<number>()

/** The programs of one service, which end with it: also those whose callers must not be interrupted. */
export class Programs {
  readonly #stopped = Deferred.unsafeMake<void>(FiberId.none)
  readonly #over = Deferred.unsafeMake<void>(FiberId.none)
  readonly #groups = new Set<number>()
  #isStopping = false

  /** Tells programs to end. Those that have not ended five seconds later are killed, and no other one starts. */
  stop(): void {
    if (this.#isStopping) return
    this.#isStopping = true
    Deferred.unsafeDone(this.#stopped, Effect.void)
    setTimeout(() => {
      Deferred.unsafeDone(this.#over, Effect.void)
      for (const group of this.#groups) signalGroup(group, 'SIGKILL')
    }, GRACE_MS).unref()
  }

  /**
   * Runs work that waits for a program, and interrupts it when the service stops, whether its caller may be interrupted or not.
   * A program that `finishes`, or that starts after the stop, such as to undo what another one did, has five seconds.
   * @param stopped what the work results in then
   */
  during<A, E, R, B, E2>(
    work: Effect.Effect<A, E, R>,
    finishes: boolean,
    stopped: Effect.Effect<B, E2>,
  ): Effect.Effect<A | B, E | E2, R> {
    return Effect.suspend(() => {
      const end = Deferred.await(this.#isStopping || finishes ? this.#over : this.#stopped)
      return firstOf(work, Effect.zipRight(end, stopped))
    })
  }

  started(group: number): void {
    groups.add(group)
    this.#groups.add(group)
  }

  ended(group: number): void {
    groups.delete(group)
    this.#groups.delete(group)
  }
}

/** The programs that a fiber belongs to. Those of the command line end with their callers only. */
export const ownPrograms = GlobalValue.globalValue('switchyard/programs', () => FiberRef.unsafeMake(new Programs()))

/** Starts a program that leads a process group of its own. The caller says when it has ended. */
export const spawnIn = (
  programs: Programs,
  program: string,
  args: readonly string[],
  options: Omit<SpawnOptions, 'detached'>,
): ChildProcess => {
  const child = spawn(program, args, { ...options, detached: true })
  if (child.pid !== undefined) programs.started(child.pid)
  return child
}

/** Ends the programs of a process that exits now, whatever the reason. It blocks, for a fraction of a second. */
export const endProgramsNow = (): void => {
  for (const group of groups) signalGroup(group, 'SIGTERM')
  const clock = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  for (let waited = 0; waited < LAST_GRACE_MS && [...groups].some(groupRuns); waited += POLL_MS) {
    Atomics.wait(clock, 0, 0, POLL_MS)
  }
  for (const group of groups) signalGroup(group, 'SIGKILL')
}
