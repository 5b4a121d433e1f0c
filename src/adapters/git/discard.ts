import { existsSync, rmSync } from 'node:fs'
import { sep } from 'node:path'
import * as Effect from 'effect/Effect'
import type { LaneWorktree } from '../../commands/ports/worktrees.js'
import { refOfBranch } from '../../domain/git/branch.js'
import { GitFailed, WorktreeRefused } from '../../domain/git/failures.js'
import type { Git } from './git.js'
import { rootOf, type WorktreeSettings } from './place.js'
import { ask, baseOf, commitOf, failed, realPath, registeredIn } from './queries.js'
import { registrationsIn } from './registrations.js'

/** Fails unless a directory is one that a lane may destroy. Nothing needs protection where no directory is. */
export const guard = (
  git: Git,
  settings: WorktreeSettings,
  { repository, dir }: LaneWorktree,
): Effect.Effect<void, WorktreeRefused | GitFailed> =>
  Effect.gen(function* () {
    if (!existsSync(dir)) return
    const root = rootOf(repository, settings)
    if (!realPath(dir).startsWith(root + sep))
      return yield* Effect.fail(new WorktreeRefused('outside-root', `${dir} is not in ${root}`))
    const [, ...linked] = yield* registeredIn(git, repository)
    if (!linked.some(({ path }) => path === realPath(dir)))
      return yield* Effect.fail(new WorktreeRefused('not-worktree', `${dir} is not a worktree of ${repository}`))
  })

/** Sets a worktree to the base of its branch. Ignored files stay. */
export const reset = (
  git: Git,
  { dir, branch }: LaneWorktree,
  bases: readonly string[],
): Effect.Effect<{ readonly head: string }, GitFailed> =>
  Effect.gen(function* () {
    const found = yield* baseOf(git, dir, bases)
    if (found === null) return yield* Effect.fail(new GitFailed(`there is no branch or commit ${bases.join(' or ')}`))
    const change = (...args: readonly string[]): Effect.Effect<unknown, GitFailed> =>
      Effect.mapError(git.write(dir, args), failed)
    // A rebase would continue on the new branch. Without one, git refuses to quit it.
    yield* Effect.ignore(change('rebase', '--quit'))
    yield* change('checkout', '--quiet', '--force', '--no-track', '-B', branch, found.commit, '--')
    yield* change('clean', '--quiet', '--force', '-d')
    return { head: found.commit }
  })

/** Removes a worktree, its registration and its branch. */
export const remove = (git: Git, worktree: LaneWorktree): Effect.Effect<void, GitFailed> =>
  Effect.gen(function* () {
    const { repository, dir, branch } = worktree
    // Nothing is registered in a repository that was deleted.
    if (!existsSync(repository)) return
    const isRegistered = (yield* registeredIn(git, repository)).some(({ path }) => path === dir)
    // Twice: it may be locked. Git refuses a directory that it cannot read as a worktree; then only the registration goes.
    if (isRegistered)
      yield* Effect.catchAll(git.write(repository, ['worktree', 'remove', '--force', '--force', '--', dir]), () =>
        deregister(git, repository, dir),
      )
    const isElsewhere = (yield* registeredIn(git, repository)).some((other) => other.branch === branch)
    if (isElsewhere || (yield* commitOf(git, repository, refOfBranch(branch))) === null) return
    yield* Effect.mapError(git.write(repository, ['branch', '--quiet', '-D', '--', branch]), failed)
  })

/** Removes a worktree unless git refuses, and its branch if it is merged. */
export const removeUnforced = (
  git: Git,
  lane: string,
  { dir, branch }: { readonly dir: string; readonly branch: string | null },
): Effect.Effect<{ readonly branchKept: boolean }, GitFailed> =>
  Effect.gen(function* () {
    yield* Effect.mapError(git.write(lane, ['worktree', 'remove', '--', dir]), failed)
    if (branch === null) return { branchKept: false }
    return yield* Effect.match(git.write(lane, ['branch', '--quiet', '-d', '--', branch]), {
      onFailure: () => ({ branchKept: true }),
      onSuccess: () => ({ branchKept: false }),
    })
  })

const deregister = (git: Git, repository: string, dir: string): Effect.Effect<void, GitFailed> =>
  Effect.flatMap(ask(git, repository, 'rev-parse', '--path-format=absolute', '--git-common-dir'), (commonDir) =>
    Effect.try({
      try: () => {
        for (const { path, worktree } of registrationsIn(commonDir)) {
          if (worktree === dir) rmSync(path, { recursive: true, force: true })
        }
      },
      catch: (error) => new GitFailed((error as Error).message),
    }),
  )
