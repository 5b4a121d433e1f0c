import { lstatSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/** Where git keeps the data of a working directory. */
export interface GitDirectories {
  /** `HEAD`, the index and a merge in progress: one for each worktree. */
  readonly own: string
  /** Objects, branches and the configuration: one for all worktrees of a repository. */
  readonly common: string
  /** The path of the directory below the top of its repository, with a slash at the end; empty at the top. */
  readonly prefix: string
}

const GITDIR = /^gitdir: (.+?)\s*$/

/** Returns the git directories of a directory or the nearest parent that has some; null outside of working directories. */
export const gitDirectoriesOf = (dir: string, prefix = ''): GitDirectories | null => {
  const own = ownOf(join(dir, '.git'))
  if (own !== null) return { own, common: commonOf(own), prefix }
  const parent = dirname(dir)
  return parent === dir ? null : gitDirectoriesOf(parent, `${basename(dir)}/${prefix}`)
}

/** Returns the directory that `.git` is, or that its text names. */
const ownOf = (path: string): string | null => {
  try {
    if (lstatSync(path).isDirectory()) return path
    const named = GITDIR.exec(readFileSync(path, 'utf8'))?.[1]
    return named === undefined ? null : resolve(dirname(path), named)
  } catch {
    return null
  }
}

const commonOf = (own: string): string => {
  try {
    return resolve(own, readFileSync(join(own, 'commondir'), 'utf8').trim())
  } catch {
    return own
  }
}
