import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import * as Effect from 'effect/Effect'
import type { Clock } from '../../commands/ports/clock.js'
import type { ToolProgramsPort } from '../../commands/ports/tool-programs.js'
import { run } from './run.js'

/** Where the installers of agents put them, in the home directory. An interactive shell adds these to its PATH. */
const INSTALLED = ['.local/bin', '.claude/local']
/** Milliseconds. The start files of a shell may wait for a user who is not there. */
const SHELL_MS = 3000
const SHELL_OUTPUT = 256 * 1024
/** Seconds that the PATH of the shell is kept. */
const KEPT = 60

const isProgram = async (path: string): Promise<boolean> => {
  try {
    await access(path, constants.X_OK)
    return (await stat(path)).isFile()
  } catch {
    return false
  }
}

const foldersOf = (path: string | undefined): readonly string[] => (path ?? '').split(':').filter(isAbsolute)

/** Returns the path of a program in the first folder that has it; null if none has. */
const firstIn = async (folders: readonly string[], name: string): Promise<string | null> => {
  if (isAbsolute(name)) return (await isProgram(name)) ? name : null
  for (const folder of folders) {
    const program = join(folder, name)
    // oxlint-disable-next-line no-await-in-loop -- the first folder wins
    if (await isProgram(program)) return program
  }
  return null
}

/** Returns the path of a program in a PATH; null if it has none. */
export const programIn = (path: string | undefined, name: string): Promise<string | null> =>
  firstIn(foldersOf(path), name)

/** Returns the port for programs. `env` is the environment of programs that the service starts. Relative folders are skipped. */
export const toolPrograms = (
  env: Readonly<Record<string, string>>,
  { monotonic }: Pick<Clock, 'monotonic'>,
): ToolProgramsPort => {
  const { PATH, HOME, SHELL } = env
  const own = foldersOf(PATH)
  const installed = HOME === undefined ? [] : INSTALLED.map((folder) => join(HOME, folder))
  let shell: { readonly folders: readonly string[]; readonly at: number } | null = null

  const readShell: Effect.Effect<readonly string[]> =
    SHELL === undefined || HOME === undefined
      ? Effect.succeed([])
      : run({
          program: SHELL,
          // Interactive: that is where version managers add their folders.
          args: ['-l', '-i', '-c', '/usr/bin/env'],
          env: { ...env, TERM: 'dumb' },
          cwd: HOME,
          timeout: SHELL_MS,
          maxOutput: SHELL_OUTPUT,
        }).pipe(
          Effect.map(({ output }) => foldersOf(/^PATH=(.*)$/m.exec(output.toString())?.[1])),
          Effect.catchAll(() => Effect.succeed([])),
        )
  const foldersOfShell = Effect.suspend(() =>
    shell !== null && monotonic() - shell.at < KEPT
      ? Effect.succeed(shell.folders)
      : Effect.tap(readShell, (folders) => Effect.sync(() => (shell = { folders, at: monotonic() }))),
  )

  return {
    find: (name) =>
      Effect.gen(function* () {
        const places = [Effect.succeed(own), Effect.succeed(installed), foldersOfShell]
        let searched: readonly string[] = []
        for (const place of places) {
          searched = [...new Set([...searched, ...(yield* place)])]
          const folders = searched
          const path = yield* Effect.promise(() => firstIn(folders, name))
          if (path !== null) return { path, searched: searched.join(':') }
        }
        return { path: null, searched: searched.join(':') }
      }),
  }
}
