import { type ChildProcess, fork } from 'node:child_process'
import * as Effect from 'effect/Effect'
import type { Clock } from '../../../commands/ports/clock.js'
import { entryOf, programBeside } from '../../threads/program.js'
import {
  CannotStart,
  duringService,
  type Finished,
  type ProcessError,
  run,
  type Run,
  TimedOut,
  TooMuchOutput,
} from '../run.js'
import type { FromForkServer, Order, SentFailure, ToForkServer } from './protocol.js'

const PROGRAM = programBeside(import.meta.url, 'fork-server')
const IDLE_MS = 60_000
/** It kills what does not end after five seconds, and gives up after ten. Killed before, it would leave programs paused. */
const EXITS_WITHIN_MS = 12_000
/** Seconds until the next attempt, after a fork server that did not start. */
const PAUSE = 60

interface Running {
  readonly answer: (result: Effect.Effect<Finished, ProcessError>) => void
  /** What runs it in this process when the fork server is gone. */
  readonly again: Effect.Effect<Finished, ProcessError>
}

/**
 * Runs commands in a small process of their own. To start a program, the kernel copies the memory map of the process: of a
 * service with 200 MB that takes 5 to 10 ms, in which no hook is answered.
 */
export interface ForkServer {
  /**
   * As `run`. A command runs in this process while the fork server starts. It runs again if the fork server is lost, so it must
   * only read.
   */
  readonly run: Run
  /** Ends it with all that it runs, and waits for that. */
  readonly close: () => Promise<void>
}

/** Returns a fork server that starts with the first command, and ends after a minute without one. */
export const openForkServer = (
  { monotonic }: Pick<Clock, 'monotonic'>,
  { program = PROGRAM, idleMs = IDLE_MS }: { readonly program?: URL; readonly idleMs?: number } = {},
): ForkServer => {
  const running = new Map<number, Running>()
  let server: { readonly child: ChildProcess; isReady: boolean } | null = null
  let isClosed = false
  let startsAgainAt = Number.NEGATIVE_INFINITY
  let count = 0
  let idle: NodeJS.Timeout | undefined

  const start = (): void => {
    const child = fork(entryOf(program), [program.href], {
      serialization: 'advanced',
      execArgv: [],
      // An interrupt from the terminal must reach only the service, which then stops it.
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const started = { child, isReady: false }
    server = started
    child.unref()
    child.channel?.unref()
    child.on('message', (message: FromForkServer) => {
      if (message.kind !== 'ready') return settle(message)
      started.isReady = true
      return restLater()
    })
    child.on('error', () => lose(child, started.isReady))
    child.once('exit', () => lose(child, started.isReady))
  }

  const lose = (child: ChildProcess, wasReady: boolean): void => {
    if (server?.child !== child) return
    server = null
    if (!wasReady) startsAgainAt = monotonic() + PAUSE
    for (const { answer, again } of running.values()) answer(again)
    running.clear()
  }

  const settle = (message: Exclude<FromForkServer, { readonly kind: 'ready' }>): void => {
    const known = running.get(message.id)
    running.delete(message.id)
    if (running.size === 0) restLater()
    if (message.kind === 'finished') known?.answer(Effect.succeed(message.finished))
    else known?.answer(message.kind === 'failed' ? Effect.fail(errorOf(message.failure)) : Effect.interrupt)
  }

  const restLater = (): void => {
    clearTimeout(idle)
    idle = setTimeout(rest, idleMs).unref()
  }

  const rest = (): void => {
    const child = server?.child
    server = null
    if (child?.connected) child.disconnect()
  }

  /** Waits until a fork server whose channel is closed has exited. It first ends what it runs. */
  const exited = (child: ChildProcess): Promise<void> =>
    new Promise((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve()
      child.ref()
      const kill = setTimeout(() => child.kill('SIGKILL'), EXITS_WITHIN_MS)
      child.once('exit', () => {
        clearTimeout(kill)
        resolve()
      })
    })

  const sent = (child: ChildProcess, order: Order): Effect.Effect<Finished, ProcessError> =>
    Effect.async((resume) => {
      clearTimeout(idle)
      const id = ++count
      const tell = (message: ToForkServer): void => {
        if (child.connected) child.send(message)
      }
      running.set(id, { answer: resume, again: run(order) })
      tell({ kind: 'run', id, order })
      // The interruption is over when the program has ended.
      return Effect.async<void>((done) => {
        if (!running.has(id)) return done(Effect.void)
        running.set(id, { answer: () => done(Effect.void), again: Effect.interrupt })
        return tell({ kind: 'interrupt', id })
      })
    })

  return {
    run: (command) =>
      Effect.suspend(() => {
        if (isClosed || command.onComplaint !== undefined) return run(command)
        if (server === null && monotonic() >= startsAgainAt) start()
        return server?.isReady ? duringService(command, sent(server.child, command)) : run(command)
      }),
    close: async () => {
      const child = server?.child
      isClosed = true
      clearTimeout(idle)
      rest()
      for (const { answer } of running.values()) answer(Effect.interrupt)
      running.clear()
      if (child !== undefined) await exited(child)
    },
  }
}

const errorOf = (failure: SentFailure): ProcessError => {
  if (failure._tag === 'CannotStart') return new CannotStart(failure)
  return failure._tag === 'TimedOut' ? new TimedOut(failure) : new TooMuchOutput(failure)
}
