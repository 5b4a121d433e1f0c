import { realpath, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import * as Effect from 'effect/Effect'
import type { DirectoriesPort, FoundPath } from '../../commands/ports/directories.js'
import { withinTime } from '../../commands/ports/within-time.js'

/** A file system that does not answer, such as that of an unreachable server. */
const TIMEOUT_MS = 5000

const isMissing = (error: unknown): boolean => {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOENT' || code === 'ENOTDIR'
}

const find = async (path: string): Promise<FoundPath> => {
  try {
    const real = await realpath(path)
    return { path: real, is: (await stat(real)).isDirectory() ? 'directory' : 'file' }
  } catch (error) {
    if (!isMissing(error)) return { path, is: 'unreadable' }
    const above = dirname(path)
    // The root always exists.
    if (above === path) return { path, is: 'missing' }
    return { path: join((await find(above)).path, path.slice(above.length)), is: 'missing' }
  }
}

export const systemDirectories: DirectoriesPort = {
  home: homedir(),
  find: (path) =>
    withinTime(
      Effect.promise(() => find(resolve(path))),
      TIMEOUT_MS,
      Effect.sync((): FoundPath => ({ path: resolve(path), is: 'unreadable' })),
    ),
}
