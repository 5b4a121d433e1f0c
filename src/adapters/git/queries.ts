import { realpathSync } from 'node:fs'
import * as Effect from 'effect/Effect'
import { refOfBranch } from '../../domain/git/branch.js'
import { GitFailed } from '../../domain/git/failures.js'
import { type RegisteredWorktree, readWorktreeList } from '../../domain/git/porcelain.js'
import type { GitDirectories } from './directories.js'
import type { GitError } from './errors.js'
import type { Git } from './git.js'

/** Returns what a failure of git means for the user. */
export const failed = (error: GitError): GitFailed => {
  if (error._tag === 'GitRefused')
    return new GitFailed(error.complaint || `git exited with ${error.code ?? error.signal}`)
  if (error._tag === 'WorksElsewhere')
    return new GitFailed(`the repository of ${error.dir} names another directory as its working directory`)
  if (error._tag === 'TimedOut')
    return new GitFailed(`git did not finish within ${error.milliseconds / 1000} seconds`, false)
  if (error._tag === 'TooMuchOutput') return new GitFailed('git printed more than is read', false)
  return new GitFailed(error.notFound ? 'git is not installed on this machine' : error.reason, false)
}

/** Returns where git works in a directory. */
export const directoriesOf = (git: Git, dir: string): Effect.Effect<GitDirectories, GitFailed> =>
  Effect.mapError(git.directories(dir), failed)

/** Returns the output of a read as text, without the last line break. */
export const ask = (git: Git, dir: string, ...args: readonly string[]): Effect.Effect<string, GitFailed> =>
  git.read(dir, args).pipe(
    Effect.map((output) => output.toString('utf8').replace(/\n$/, '')),
    Effect.mapError(failed),
  )

/** Returns the worktrees of a repository. */
export const registeredIn = (git: Git, dir: string): Effect.Effect<readonly RegisteredWorktree[], GitFailed> =>
  Effect.map(ask(git, dir, 'worktree', 'list', '--porcelain', '-z'), readWorktreeList)

/** Returns the commit that a revision means, or null. The revision cannot be read as an option. */
export const commitOf = (git: Git, dir: string, revision: string): Effect.Effect<string | null> =>
  ask(git, dir, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`).pipe(
    Effect.orElseSucceed(() => null),
  )

/** Returns the first base that exists, as a branch, a branch of `origin`, or any other revision. */
export const baseOf = (
  git: Git,
  dir: string,
  bases: readonly string[],
): Effect.Effect<{ readonly base: string; readonly commit: string } | null> =>
  Effect.gen(function* () {
    for (const base of bases) {
      for (const revision of [refOfBranch(base), `refs/remotes/origin/${base}`, base]) {
        const commit = yield* commitOf(git, dir, revision)
        if (commit !== null) return { base, commit }
      }
    }
    return null
  })

/** Returns the real path, or the path itself when nothing is there. */
export const realPath = (path: string): string => {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
