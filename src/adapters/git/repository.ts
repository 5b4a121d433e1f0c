import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import * as Effect from 'effect/Effect'
import type { LaneWorktree } from '../../commands/ports/worktrees.js'
import type { Git } from './git.js'
import { ask, realPath } from './queries.js'

/**
 * Returns a directory of the repository that a lane's worktree belongs to: the recorded one, or if that is missing the one that the
 * worktree itself names. Null if git can read neither.
 */
export const repositoryOf = (
  git: Git,
  { repository, dir }: Pick<LaneWorktree, 'repository' | 'dir'>,
): Effect.Effect<string | null> =>
  Effect.gen(function* () {
    const named = yield* Effect.orElseSucceed(git.directories(dir), () => null)
    // A bare repository, or the main working directory around its git directory.
    const candidates = [repository, ...(named?.prefix === '' ? [named.common, dirname(named.common)] : [])]
    for (const candidate of candidates) {
      if (existsSync(candidate) && (yield* commonDirOf(git, candidate)) !== null) return candidate
    }
    return null
  })

/** Returns what all worktrees of the repository of a directory share, without symbolic links; null if git cannot read it. */
export const commonDirOf = (git: Git, dir: string): Effect.Effect<string | null> =>
  ask(git, dir, 'rev-parse', '--path-format=absolute', '--git-common-dir').pipe(
    Effect.map(realPath),
    Effect.orElseSucceed(() => null),
  )
