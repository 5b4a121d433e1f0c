import { lstatSync, realpathSync, rmSync, type Stats } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import * as Effect from 'effect/Effect'
import type { GitRejection } from '../../commands/ports/git-writes.js'
import type { Discarded } from '../../domain/git/selection.js'
import { reject } from '../../domain/rejection.js'
import { inDirectory } from '../files/directory-handle.js'
import type { Git } from './git.js'
import { writePaths } from './write-paths.js'

/** Restores files from the last commit and deletes others. Nothing is changed if something is in the way. */
export const discardPaths = (
  git: Git,
  dir: string,
  { restored, deleted, unborn }: Discarded & { readonly unborn: boolean },
): Effect.Effect<void, GitRejection> =>
  Effect.gen(function* () {
    const blocked = restored.find((path) => isBlocked(dir, path))
    if (blocked !== undefined)
      return yield* Effect.fail(
        reject('EGIT', `${blocked} cannot be restored: another file or directory is in its place`),
      )
    const outside = deleted.find((path) => !isInside(dir, path))
    if (outside !== undefined) return yield* Effect.fail(reject('EGIT', `${outside} is behind a symbolic link`))
    const command = unborn
      ? ['rm', '--quiet', '--force', '--sparse']
      : ['restore', '--quiet', '--source=HEAD', '--staged', '--worktree']
    yield* writePaths(git, dir, command, restored)
    yield* Effect.try({
      try: () => {
        for (const path of deleted)
          inDirectory(dirname(join(realpathSync(dir), path)), (directory) =>
            rmSync(join(directory, basename(path)), { force: true }),
          )
      },
      catch: (error) => reject('EGIT', (error as Error).message),
    })
  })

/** Returns whether restoring a file would make git delete something else: a directory there, or a file where its parent was. */
export const isBlocked = (dir: string, path: string): boolean => {
  if (statsOf(join(dir, path))?.isDirectory()) return true
  for (let parent = dirname(path); parent !== '.'; parent = dirname(parent)) {
    if (statsOf(join(dir, parent))?.isDirectory() === false) return true
  }
  return false
}

/** Returns whether anything is at a path: also a link that leads nowhere. */
export const exists = (path: string): boolean => statsOf(path) !== undefined

/** Returns the stats of a path, undefined if nothing is there. Below a file, nothing is. */
export const statsOf = (path: string): Stats | undefined => {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/** Returns whether the directory of a file is where its path says, without a symbolic link. */
const isInside = (dir: string, path: string): boolean => {
  try {
    return realpathSync(dirname(join(dir, path))) === dirname(join(realpathSync(dir), path))
  } catch {
    return false
  }
}
