import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { harmlessConfig } from '../../domain/git/repository-settings.js'
import { replaceFile } from '../files/replace-file.js'
import type { GitDirectories } from './directories.js'

/** What git looks up next to the configuration, in the directory that all worktrees share. */
const SHARED = [
  'objects',
  'refs',
  'packed-refs',
  'reftable',
  'info',
  'logs',
  'shallow',
  'worktrees',
  'branches',
  'remotes',
]

/**
 * Returns a function for a stand-in of the common directory of a repository: links to all that it has, and a copy of its
 * configuration with the settings that name no program. Git never reads the original during a read, so no change to it between a
 * check and the command can make git run anything.
 * @param folder where the stand-ins are; nobody but this user's own programs may write there
 */
export const configCopies = (folder: () => string): ((at: GitDirectories) => string) => {
  const written = new Map<string, string>()
  return (at) => {
    const path = join(
      folder(),
      createHash('sha256')
        .update(JSON.stringify([at.own, at.common]))
        .digest('hex'),
    )
    const text = harmlessConfig(at.settings, at.top === null)
    const config = join(path, 'config')
    if (written.get(path) === text && existsSync(config)) return path
    mkdirSync(path, { recursive: true, mode: 0o700 })
    for (const name of SHARED) link(join(at.common, name), join(path, name))
    replaceFile(config, text, 0o600)
    written.set(path, text)
    return path
  }
}

const link = (to: string, path: string): void => {
  try {
    symlinkSync(to, path)
  } catch (error) {
    // The path names the repository, so the link is the same one.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
