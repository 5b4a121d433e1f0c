import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

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
    const link = textOf(join(path, 'gitdir'))
    return { name, path, worktree: link === null ? null : dirname(link), lock: textOf(join(path, 'locked')) }
  })
}

const namesIn = (path: string): readonly string[] => {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}

const textOf = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8').trimEnd()
  } catch {
    return null
  }
}
