import { type FSWatcher, mkdirSync, readdirSync, rmSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as Effect from 'effect/Effect'
import type { PaneEnd, PanesPort, PaneStart } from '../../commands/ports/panes.js'
import { TmuxFailed } from '../../domain/run/failures.js'
import { isRunId } from '../../domain/run/run.js'
import { readText } from '../files/regular-file.js'
import { shellQuoted } from '../files/shell.js'
import { readEnd } from './parse.js'

const MAX_BYTES = 64 * 1024

interface RunFiles extends Pick<PanesPort, 'ends' | 'settle' | 'nextEnd' | 'writePrompt' | 'writeSettings'> {
  /**
   * Writes a shell script that sets the environment of a run's program, and as its parameters the directory and the program with its
   * arguments. The start deletes it. Returns its path.
   */
  readonly writeStart: (start: Pick<PaneStart, 'run' | 'env' | 'cwd' | 'argv'>) => Effect.Effect<string, TmuxFailed>
}

/**
 * Returns the access to the files of runs in a folder. tmux's hook records an end there, in one file for each run. So the end and
 * its time are known even if the service was down, or if the tmux server has ended since.
 */
export const runFiles = (folder: string): RunFiles => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const read = (run: string): readonly PaneEnd[] => {
    try {
      const end = readEnd(run, readText(join(folder, run), MAX_BYTES) ?? '')
      return end === null ? [] : [end]
    } catch {
      // Settled meanwhile.
      return []
    }
  }
  const promptOf = (run: string): string => join(folder, `${run}.prompt`)
  const settingsOf = (run: string): string => join(folder, `${run}.settings`)
  const startOf = (run: string): string => join(folder, `${run}.start`)
  const write = (path: string, text: string): Effect.Effect<string, TmuxFailed> =>
    Effect.try({
      try: () => {
        writeFileSync(path, text, { mode: 0o600, flag: 'wx' })
        return path
      },
      catch: (error) => new TmuxFailed(String(error)),
    })
  return {
    writePrompt: (run, prompt) => write(promptOf(run), prompt),
    writeSettings: (run, settings) => write(settingsOf(run), settings),
    writeStart: ({ run, env, cwd, argv }) => {
      const lines = Object.entries(env).map(([name, value]) => `export ${name}=${shellQuoted(value)}\n`)
      const parameters = [cwd, ...argv].map(shellQuoted).join(' ')
      return write(startOf(run), `${lines.join('')}set -- ${parameters}\n`)
    },
    ends: Effect.sync(() => readdirSync(folder).filter(isRunId).flatMap(read)),
    settle: (run) =>
      Effect.sync(() => {
        if (!isRunId(run)) return
        rmSync(join(folder, run), { force: true })
        rmSync(promptOf(run), { force: true })
        rmSync(settingsOf(run), { force: true })
        rmSync(startOf(run), { force: true })
      }),
    nextEnd: Effect.async<void>((resume) => {
      const watcher = watched(folder, (name) => {
        if (name !== null && isRunId(name)) resume(Effect.void)
      })
      return Effect.sync(() => watcher?.close())
    }),
  }
}

/** Where the system has no notifications left, the caller's next listing finds the end. */
const watched = (folder: string, onChange: (name: string | null) => void): FSWatcher | null => {
  try {
    return watch(folder, { persistent: false }, (_event, name) => onChange(name)).on('error', () => undefined)
  } catch {
    return null
  }
}
