import { readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { readText } from '../files/regular-file.js'

/** What git stores about a linked worktree in its repository. */
interface Registration {
  readonly name: string
  readonly path: string
  /** Null when git was killed before it wrote it. */
  readonly worktree: string | null
  /** The reason of its lock; null when it is not locked. */
  readonly lock: string | null
}

/** Returns the registered worktrees of a repository, also those that `git worktree list` leaves out because they are broken. */
export const registrationsIn = (commonDir: string): readonly Registration[] => {
  const folder = join(commonDir, 'worktrees')
  return namesIn(folder).map((name) => {
    const path = join(folder, name)
    return { name, path, worktree: directoryNamedBy(path), lock: textOf(join(path, 'locked')) }
  })
}

/** Returns the working directory that the git directory of a linked worktree names. */
export const directoryNamedBy = (own: string): string | null => {
  const link = textOf(join(own, 'gitdir'))
  return link === null ? null : dirname(resolve(own, link))
}

/** A path is shorter, and nobody reads a longer reason. */
const MAX_BYTES = 16 * 1024

const namesIn = (path: string): readonly string[] => {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}

const textOf = (path: string): string | null => readText(path, MAX_BYTES)?.trimEnd() ?? null
