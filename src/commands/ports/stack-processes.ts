import * as Context from 'effect/Context'
import type * as Effect from 'effect/Effect'
import type { HookEnd, OutputStream } from '../../domain/stack/hooks.js'
import type { StillRunning } from '../../domain/run/failures.js'
import type { ServiceProcess } from '../../domain/stack/stack.js'

/** A hook to run, as a program without a shell. */
export interface HookProcess {
  /** Identifies this run: what it leaves is found by it. */
  readonly run: string
  readonly path: string
  readonly args: readonly string[]
  readonly cwd: string
  /** Added to the environment of programs that the service starts. */
  readonly variables: Readonly<Record<string, string>>
  /** Milliseconds. */
  readonly timeout: number
  /** Whether the processes that it leaves keep running if it succeeds. Otherwise they are ended. */
  readonly keepsProcesses: boolean
  /** Receives its output, as text. The hook is paused until the promise resolves. */
  readonly onOutput: (stream: OutputStream, text: string) => Promise<void> | undefined
}

export interface HookExit {
  readonly end: Exclude<HookEnd, 'interrupted'>
  /** Null unless it exited. */
  readonly code: number | null
  readonly signal: string | null
  /** Milliseconds. */
  readonly duration: number
  /** When its process started, in the form of the system; null if that is unknown. */
  readonly mark: string | null
}

/** A process that a pid file names. */
export interface NamedPid {
  readonly name: string
  readonly pid: number
}

/**
 * The processes of stacks on this machine. What only Linux reports is unknown elsewhere. `runDir` is the folder of a lane for them, and
 * says whose they are.
 */
export interface StackProcessesPort {
  /** Returns the ports that a program listens on. */
  readonly listening: Effect.Effect<ReadonlySet<number>>
  /** Returns who listens on the wanted ports, without the processes of the given services. */
  readonly listeners: (
    wanted: readonly number[],
    own: readonly ServiceProcess[],
    runDir: string,
  ) => Effect.Effect<ReadonlyMap<number, readonly number[]>>
  /** Returns those of the services that still run. */
  readonly alive: (services: readonly ServiceProcess[]) => Effect.Effect<readonly ServiceProcess[]>
  /** Returns the processes that were started since a mark, by this user, and not by the service itself. */
  readonly startedSince: (
    named: readonly NamedPid[],
    mark: string | null,
    runDir: string,
  ) => Effect.Effect<readonly ServiceProcess[]>
  /** Runs a hook. An interruption ends all its processes. */
  readonly runHook: (hook: HookProcess) => Effect.Effect<HookExit>
  /** Ends what is left of a run that an earlier service started. */
  readonly endRun: (run: string, runDir: string) => Effect.Effect<void>
  /**
   * Ends services and all that was started by them or by the hooks of a lane: with SIGTERM, then with SIGKILL. A process whose start
   * differs from the recorded one is not signalled.
   */
  readonly end: (services: readonly ServiceProcess[], runDir: string | null) => Effect.Effect<void, StillRunning>
}

export class StackProcesses extends Context.Tag('StackProcesses')<StackProcesses, StackProcessesPort>() {}
