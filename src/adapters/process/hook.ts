import type { ChildProcessByStdio } from 'node:child_process'
import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import * as Effect from 'effect/Effect'
import * as Exit from 'effect/Exit'
import * as FiberRef from 'effect/FiberRef'
import type { HookExit, HookProcess } from '../../commands/ports/stack-processes.js'
import type { OutputStream } from '../../domain/stack/hooks.js'
import { endProcesses } from './end-processes.js'
import { type Programs, ownPrograms, spawnIn } from './programs.js'
import { descendantsOf, hasVariable, isOwnUser, processTable, startOf } from './table.js'

type Child = ChildProcessByStdio<null, Readable, Readable> & { readonly mark: string | null }

/** Milliseconds without output after which the pipes of a hook that has exited are closed, if a process still has them open. */
const QUIET_MS = 300
/** Bytes of UTF-8. */
const CHUNK = 16 * 1024
const NOT_EXECUTABLE = 126
const NOT_FOUND = 127

/** The variable by which the processes of a hook are found again. */
const RUN_VARIABLE = 'LANE_HOOK_RUN'

/** Returns the processes that a run of a hook started, also those that left its process group. */
const processesOf = (run: string, group: number | undefined) =>
  descendantsOf(
    processTable(),
    ({ pid, group: own }) =>
      pid !== process.pid && (own === group || (isOwnUser(pid) && hasVariable(pid, RUN_VARIABLE, run))),
  )

/** Ends everything that a run of a hook started. */
export const endRun = (run: string, group?: number): Effect.Effect<void> =>
  Effect.asVoid(endProcesses(() => processesOf(run, group)))

/** Splits text into parts of at most 16 KB, never within a character. */
export const chunksOf = (text: string): readonly string[] => {
  if (Buffer.byteLength(text) <= CHUNK) return text === '' ? [] : [text]
  const half = Math.floor(text.length / 2)
  const middle = /[\uD800-\uDBFF]/.test(text.charAt(half - 1)) ? half - 1 : half
  return [...chunksOf(text.slice(0, middle)), ...chunksOf(text.slice(middle))]
}

/**
 * Runs a hook of a profile. It leads a process group of its own, has no input, and is paused while its output cannot be delivered.
 * Unless it succeeds and may leave processes, all of them are ended.
 * @param environment what the variables of the hook are added to
 */
export const runHook = (hook: HookProcess, environment: Readonly<Record<string, string>>): Effect.Effect<HookExit> =>
  Effect.suspend(() => {
    const startedAt = process.hrtime.bigint()
    const durationMs = (): number => Math.round(Number(process.hrtime.bigint() - startedAt) / 1e6)
    const env = { ...environment, ...hook.variables, [RUN_VARIABLE]: hook.run }
    return Effect.flatMap(FiberRef.get(ownPrograms), (programs) => {
      const ended = Effect.acquireUseRelease(
        spawned(programs, hook, env),
        (child) =>
          typeof child === 'number' ? unstartable(hook, child, durationMs) : finished(child, hook, durationMs),
        (child, exit) => {
          if (typeof child === 'number') return Effect.void
          const left = Exit.isSuccess(exit) ? Effect.void : abandon(child, hook)
          return Effect.zipRight(
            left,
            Effect.sync(() => programs.ended(child.pid ?? 0)),
          )
        },
      )
      return programs.during(ended, false, Effect.interrupt)
    })
  })

/** Returns the process, or what a shell would return for a file that cannot be executed. */
const spawned = (
  programs: Programs,
  { path, args, cwd }: HookProcess,
  env: Readonly<Record<string, string>>,
): Effect.Effect<Child | number> =>
  Effect.async((resume) => {
    const failed = (error: NodeJS.ErrnoException): void =>
      resume(Effect.succeed(error.code === 'ENOENT' ? NOT_FOUND : NOT_EXECUTABLE))
    try {
      const started = spawnIn(programs, path, args, { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] })
      // At once: after a turn of the event loop, a short hook has ended and is not in /proc any more.
      const child = Object.assign(started, { mark: startOf(started.pid ?? 0) }) as Child
      child.once('error', failed)
      child.once('spawn', () => resume(Effect.succeed(child)))
    } catch (error) {
      failed(error as Error)
    }
  })

const unstartable = (
  { path, onOutput }: HookProcess,
  code: number,
  durationMs: () => number,
): Effect.Effect<HookExit> =>
  Effect.promise(async () => {
    await onOutput('stderr', `${path} could not be executed: is it a program, or a script with an interpreter?\n`)
    return { end: 'unstartable', code, signal: null, duration: durationMs(), mark: null }
  })

const endAll = ({ pid }: Child, { run }: HookProcess) => endRun(run, pid)

/** Ends the processes of an interrupted hook and drops the rest of its output. */
const abandon = (child: Child, hook: HookProcess) =>
  Effect.map(endAll(child, hook), () => {
    child.stdout.destroy()
    child.stderr.destroy()
  })

const finished = (child: Child, hook: HookProcess, durationMs: () => number): Effect.Effect<HookExit> =>
  Effect.gen(function* () {
    const { mark } = child
    const output = delivered(child, hook.onOutput)
    const exit = yield* exited(child, hook.timeout)
    if (exit === null || exit.code !== 0 || !hook.keepsProcesses) yield* endAll(child, hook)
    yield* output.settled
    const duration = durationMs()
    if (exit === null) return { end: 'timeout', code: null, signal: 'SIGTERM', duration, mark }
    return { end: 'exited', ...exit, duration, mark }
  })

interface Exited {
  readonly code: number | null
  readonly signal: string | null
}

/** Waits until a process exits; null if it takes longer than `ms`. Its children may still have its pipes open. */
const exited = (child: Child, ms: number): Effect.Effect<Exited | null> =>
  Effect.async((resume) => {
    const timer = setTimeout(() => resume(Effect.succeed(null)), ms)
    const done = (code: number | null, signal: string | null): void => {
      clearTimeout(timer)
      resume(Effect.succeed({ code, signal }))
    }
    if (child.exitCode !== null || child.signalCode !== null) done(child.exitCode, child.signalCode)
    else child.once('exit', done)
    return Effect.sync(() => clearTimeout(timer))
  })

/** Passes output on as text, in the order in which it arrives. The pipes are paused while it cannot be delivered. */
const delivered = (child: Child, onOutput: HookProcess['onOutput']) => {
  const pipes = [child.stdout, child.stderr] as const
  const names: readonly OutputStream[] = ['stdout', 'stderr']
  const decoders = names.map(() => new StringDecoder('utf8'))
  let open: number = pipes.length
  let pending: Promise<void> = Promise.resolve()
  let isPending = false
  let onArrival = (): void => undefined

  const deliver = async (name: OutputStream, chunks: readonly string[]): Promise<void> => {
    for (const chunk of chunks) {
      const wait = onOutput(name, chunk)
      // oxlint-disable-next-line no-await-in-loop -- the order of the output is the point
      if (wait !== undefined) await wait
    }
  }
  /** Delivers text after what came before it. */
  const pass = (name: OutputStream, text: string): void => {
    const chunks = chunksOf(text)
    if (!isPending) {
      let index = 0
      for (; index < chunks.length; index += 1) {
        const wait = onOutput(name, chunks[index] ?? '')
        if (wait === undefined) continue
        const rest = chunks.slice(index + 1)
        hold(wait.then(() => deliver(name, rest)))
        return
      }
      return
    }
    hold(pending.then(() => deliver(name, chunks)))
  }
  const hold = (work: Promise<void>): void => {
    isPending = true
    pending = work
    for (const pipe of pipes) pipe.pause()
    void work.then(() => {
      if (pending !== work) return
      isPending = false
      for (const pipe of pipes) pipe.resume()
      onArrival()
    })
  }
  for (const [index, pipe] of pipes.entries()) {
    const [name, decoder] = [names[index] ?? 'stdout', decoders[index] ?? new StringDecoder('utf8')]
    pipe.on('data', (bytes: Buffer) => {
      pass(name, decoder.write(bytes))
      onArrival()
    })
    pipe.on('error', () => undefined)
    pipe.once('close', () => {
      pass(name, decoder.end())
      open -= 1
      onArrival()
    })
  }
  return {
    /** Waits for the rest of the output of a hook that has exited. */
    settled: Effect.async<void>((resume) => {
      let timer: NodeJS.Timeout | undefined
      const finish = (): void => {
        clearTimeout(timer)
        if (isPending) return void pending.then(finish)
        if (open > 0) for (const pipe of pipes) pipe.destroy()
        resume(Effect.void)
        return undefined
      }
      onArrival = () => {
        clearTimeout(timer)
        if (open === 0) finish()
        else if (!isPending) timer = setTimeout(finish, QUIET_MS)
      }
      onArrival()
      return Effect.sync(() => clearTimeout(timer))
    }),
  }
}
