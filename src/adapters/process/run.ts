import type { ChildProcessByStdio } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import * as Data from 'effect/Data'
import * as Effect from 'effect/Effect'
import * as FiberRef from 'effect/FiberRef'
import type * as Scope from 'effect/Scope'
import { endGroup } from './group.js'
import { ownPrograms, spawnIn } from './programs.js'

/** A program to run. There is no shell: arguments are passed unchanged. */
export interface Command {
  readonly program: string
  readonly args: readonly string[]
  /** Its complete environment. */
  readonly env: Readonly<Record<string, string>>
  readonly cwd?: string
  /** Written to its standard input, which is then closed. */
  readonly input?: string | Uint8Array
  /** Milliseconds until it times out. */
  readonly timeout: number
  /** Bytes of output that are allowed; one more stops it. */
  readonly maxOutput: number
  /** Whether it may finish within five seconds when the service stops. Others are stopped at once. */
  readonly finishes?: true
  /** Called with each part of its stderr, such as progress. */
  readonly onComplaint?: (text: string) => void
  /** Lets what it started continue after it has exited. */
  readonly leavesGroup?: boolean
}

export interface Finished {
  /** Null when a signal killed it. */
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly output: Buffer
  /** The end of its stderr, at most 4,000 characters. */
  readonly complaint: string
}

/** The program could not be started. `notFound`: no program of that name exists. */
export class CannotStart extends Data.TaggedError('CannotStart')<{
  readonly program: string
  readonly notFound: boolean
  readonly reason: string
}> {}
export class TimedOut extends Data.TaggedError('TimedOut')<{
  readonly program: string
  readonly milliseconds: number
}> {}
export class TooMuchOutput extends Data.TaggedError('TooMuchOutput')<{
  readonly program: string
  readonly limit: number
  /** As much of it as was allowed. */
  readonly output: Buffer
}> {}
export type ProcessError = CannotStart | TimedOut | TooMuchOutput

/** Runs a command, as `run` does. */
export type Run = (command: Command) => Effect.Effect<Finished, ProcessError>

type Child = ChildProcessByStdio<Writable, Readable, Readable>

const COMPLAINT_MAX = 4000
/** What a program started may keep its output open. After its exit, the rest is awaited for this many milliseconds. */
const LINGER_MS = 200

/**
 * Runs a program until it exits. The process leads its own process group. A timeout, too much output, an interruption or the stop
 * of the service stops the whole group with SIGTERM, after five seconds with SIGKILL; so does an exit, without `leavesGroup`. The
 * result is delivered when the group is gone.
 */
export const run = (command: Command): Effect.Effect<Finished, ProcessError> =>
  duringService(command, Effect.scoped(Effect.flatMap(started(command), (child) => finished(child, command))))

/** Runs work that waits for a program. It fails when the service stops, also where the caller must not be interrupted. */
export const duringService = <A>(
  { program, finishes }: Pick<Command, 'program' | 'finishes'>,
  work: Effect.Effect<A, ProcessError>,
): Effect.Effect<A, ProcessError> =>
  Effect.flatMap(FiberRef.get(ownPrograms), (programs) =>
    programs.during(
      work,
      finishes === true,
      Effect.suspend(() => Effect.fail(new CannotStart({ program, notFound: false, reason: STOPPING }))),
    ),
  )

const STOPPING = 'the service is stopping'

/** Starts a program. When the scope closes, its process group is stopped. */
export const started = ({
  program,
  args,
  env,
  cwd,
  leavesGroup = false,
}: Pick<Command, 'program' | 'args' | 'env' | 'cwd' | 'leavesGroup'>): Effect.Effect<Child, CannotStart, Scope.Scope> =>
  Effect.flatMap(FiberRef.get(ownPrograms), (programs) =>
    Effect.acquireRelease(
      Effect.async<Child, CannotStart>((resume) => {
        const failed = (error: NodeJS.ErrnoException): void =>
          resume(Effect.fail(new CannotStart({ program, notFound: error.code === 'ENOENT', reason: error.message })))
        try {
          const child = spawnIn(programs, program, args, {
            env,
            stdio: ['pipe', 'pipe', 'pipe'],
            ...(cwd === undefined ? {} : { cwd }),
          }) as Child
          child.once('error', failed)
          child.once('spawn', () => resume(Effect.succeed(child)))
        } catch (error) {
          failed(error as Error)
        }
      }),
      ({ pid = 0, exitCode }) =>
        Effect.zipRight(
          leavesGroup && exitCode !== null ? Effect.void : endGroup(pid),
          Effect.sync(() => programs.ended(pid)),
        ),
    ),
  )

const finished = (
  child: Child,
  { program, input, timeout, maxOutput, onComplaint }: Command,
): Effect.Effect<Finished, TimedOut | TooMuchOutput> =>
  Effect.async((resume) => {
    // Effect's own timeout would wait for the program where it must not be interrupted.
    const timer = setTimeout(() => resume(Effect.fail(new TimedOut({ program, milliseconds: timeout }))), timeout)
    const chunks: Buffer[] = []
    let size = 0
    let complaint = ''
    let isOver = false
    child.stdout.on('data', (chunk: Buffer) => {
      if (isOver || size > maxOutput) return
      size += chunk.length
      chunks.push(chunk)
      if (size > maxOutput) {
        const output = Buffer.concat(chunks).subarray(0, maxOutput)
        resume(Effect.fail(new TooMuchOutput({ program, limit: maxOutput, output })))
      }
    })
    child.stderr.on('data', (chunk: Buffer) => {
      if (isOver) return
      const text = chunk.toString('utf8')
      complaint = (complaint + text).slice(-COMPLAINT_MAX)
      onComplaint?.(text)
    })
    // The program may exit without reading its input.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
    let linger: NodeJS.Timeout | undefined
    const ended = (code: number | null, signal: NodeJS.Signals | null): void => {
      clearTimeout(timer)
      clearTimeout(linger)
      isOver = true
      resume(Effect.succeed({ code, signal, output: Buffer.concat(chunks), complaint }))
    }
    child.once('close', ended)
    child.once('exit', (code, signal) => {
      clearTimeout(timer)
      // On a busy machine, the timer may fire before the rest is read: an immediate runs after that.
      linger = setTimeout(() => setImmediate(() => ended(code, signal)), LINGER_MS)
    })
    return Effect.sync(() => {
      clearTimeout(timer)
      clearTimeout(linger)
    })
  })
