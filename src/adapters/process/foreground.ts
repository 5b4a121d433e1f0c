import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import * as Effect from 'effect/Effect'

/** What a shell returns for a program that a signal ended. */
const SIGNALLED = 128
const NOT_FOUND = 127
const NOT_EXECUTABLE = 126

// Ctrl+C and Ctrl+\ reach the program without our help: it is in the foreground of the same terminal.
const IGNORED = ['SIGINT', 'SIGQUIT'] as const
const FORWARDED = ['SIGTERM', 'SIGHUP'] as const

/**
 * Runs a program with the terminal, input and environment of this process. Returns its exit code as a shell does: 128 plus the
 * number of the signal that ended it, 127 if it does not exist. Signals to this process are passed on, so it outlives the program.
 */
export const inForeground = (program: string, args: readonly string[]): Effect.Effect<number> =>
  Effect.async((resume) => {
    const child = spawn(program, args, { stdio: 'inherit' })
    const ignore = (): void => undefined
    const forward = (signal: NodeJS.Signals): void => void child.kill(signal)
    for (const signal of IGNORED) process.on(signal, ignore)
    for (const signal of FORWARDED) process.on(signal, forward)
    const done = (code: number): void => {
      for (const signal of IGNORED) process.off(signal, ignore)
      for (const signal of FORWARDED) process.off(signal, forward)
      resume(Effect.succeed(code))
    }
    child.once('error', (error: NodeJS.ErrnoException) => done(error.code === 'ENOENT' ? NOT_FOUND : NOT_EXECUTABLE))
    child.once('exit', (code, signal) => done(code ?? SIGNALLED + (signal === null ? 0 : constants.signals[signal])))
  })
