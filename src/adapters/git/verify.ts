import { dirname, join } from 'node:path'
import * as Effect from 'effect/Effect'
import type { LaneWorktree } from '../../commands/ports/worktrees.js'
import { GitFailed, WorktreeRefused } from '../../domain/git/failures.js'
import type { GitDirectories } from './directories.js'
import type { Git } from './git.js'
import { directoriesOf, failed, realPath } from './queries.js'
import { directoryNamedBy } from './registrations.js'
import { repositoryOf } from './repository.js'

/**
 * Returns where git works in the worktree of a lane. Fails unless that is the worktree that was created: the directory is where it
 * was, it belongs to the repository of the lane, and the repository has registered this directory. The text in `.git` is all
 * that leads git there, and anything in the worktree can write it.
 */
export const verified = (
  git: Git,
  { repository, dir }: LaneWorktree,
): Effect.Effect<GitDirectories, WorktreeRefused | GitFailed> =>
  Effect.gen(function* () {
    const other = (message: string) => new WorktreeRefused('other-worktree', message)
    const real = realPath(dir)
    if (real !== dir) return yield* Effect.fail(other(`${dir} is a link to ${real}`))
    const found = yield* Effect.mapError(git.directories(dir), (error) =>
      error._tag === 'WorksElsewhere' ? other(failed(error).message) : failed(error),
    )
    const recorded = yield* repositoryOf(git, { repository, dir })
    if (recorded === null) return yield* Effect.fail(new GitFailed(`git cannot read the repository ${repository}`))
    const { common } = yield* directoriesOf(git, recorded)
    const isIn = dirname(realPath(found.own)) === join(realPath(common), 'worktrees')
    if (found.top !== dir || !isIn)
      return yield* Effect.fail(
        other(`${dir} is no longer a worktree of ${repository}: its .git leads to ${found.own}`),
      )
    const named = directoryNamedBy(found.own)
    if (named === null || realPath(named) !== dir)
      return yield* Effect.fail(other(`${dir} is no longer the worktree that ${found.own} is about`))
    return found
  })
