import type { Stats } from 'node:fs'
import { lstat, realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import * as Effect from 'effect/Effect'
import type { LinkedWorktree, LinkedWorktreesPort } from '../../commands/ports/linked-worktrees.js'
import { withinTime } from '../../commands/ports/within-time.js'
import { readText } from '../files/regular-file.js'

/** A file system that does not answer, such as that of an unreachable server. */
const TIMEOUT_MS = 5000
/** Longer than any path. */
const MAX_BYTES = 8192
const GIT_FILE = /^gitdir: ([^\n]+)\n?$/

/**
 * Reads which repository a linked worktree belongs to from the files that git keeps for that: `.git` in the worktree names a
 * directory of the repository, which names the worktree. No program runs, so this is possible for every directory of the history.
 */
export const linkedWorktrees: LinkedWorktreesPort = {
  find: (directory) =>
    withinTime(
      Effect.promise(() => find(directory).catch(() => null)),
      TIMEOUT_MS,
      Effect.succeed(null),
    ),
}

const find = async (directory: string): Promise<LinkedWorktree | null> => {
  for (let folder = resolve(directory); ; folder = dirname(folder)) {
    const stats = await statsOf(join(folder, '.git'))
    if (stats !== null) return stats.isFile() ? worktreeAt(folder) : null
    if (folder === dirname(folder)) return null
  }
}

/** @param folder a directory with a file `.git` */
const worktreeAt = async (folder: string): Promise<LinkedWorktree | null> => {
  const named = GIT_FILE.exec(readText(join(folder, '.git'), MAX_BYTES) ?? '')?.[1]
  if (named === undefined) return null
  const own = resolve(folder, named)
  const [link, common] = [await lineOf(own, 'gitdir'), await lineOf(own, 'commondir')]
  if (link === null || common === null) return null
  const repository = await realpath(resolve(own, common))
  const worktree = await realpath(folder)
  // A file can name any repository. Only a worktree that the repository itself knows belongs to it.
  if ((await realpath(dirname(resolve(own, link)))) !== worktree) return null
  return basename(repository) === '.git' ? { worktree, repository: dirname(repository) } : null
}

const lineOf = async (folder: string, name: string): Promise<string | null> => {
  const path = join(folder, name)
  // Asked first: this waits for a file system without holding the thread.
  return (await statsOf(path))?.isFile() === true ? (readText(path, MAX_BYTES)?.trim() ?? null) : null
}

const statsOf = async (path: string): Promise<Stats | null> => lstat(path).catch(() => null)
