import { existsSync, rmSync } from 'node:fs'
import { sep } from 'node:path'
import * as Effect from 'effect/Effect'
import type { LaneWorktree, RemovedWorktree } from '../../commands/ports/worktrees.js'
import { refOfBranch } from '../../domain/git/branch.js'
import { GitFailed, WorktreeRefused } from '../../domain/git/failures.js'
import { CHECKOUT_MS } from './add.js'
import type { Git } from './git.js'
import { earlierRootOf, rootOf, type WorktreeSettings } from './place.js'
import { checkingOut } from './promisor.js'
import { baseOf, commitOf, failed, realPath, registeredIn } from './queries.js'
import { registrationsIn } from './registrations.js'
import { commonDirOf, repositoryOf } from './repository.js'
import { resetSubmodules } from './submodule-moves.js'
import { verified } from './verify.js'

/** Fails unless a directory is one that a lane may destroy. Nothing needs protection where no directory is. */
export const guard = (
  git: Git,
  settings: WorktreeSettings,
  { repository, dir }: LaneWorktree,
): Effect.Effect<void, WorktreeRefused | GitFailed> =>
  Effect.gen(function* () {
    if (!existsSync(dir)) return
    const root = rootOf(repository, settings)
    if (![root, earlierRootOf(repository)].some((allowed) => realPath(dir).startsWith(allowed + sep)))
      return yield* Effect.fail(new WorktreeRefused('outside-root', `${dir} is not in ${root}`))
    const found = yield* repositoryOf(git, { repository, dir })
    const [, ...linked] = found === null ? [] : yield* registeredIn(git, found)
    if (!linked.some(({ path }) => path === realPath(dir)))
      return yield* Effect.fail(new WorktreeRefused('not-worktree', `${dir} is not a worktree of ${repository}`))
  })

/** Sets a worktree to the base of its branch, with its submodules. Ignored files stay. */
export const reset = (
  git: Git,
  worktree: LaneWorktree,
  bases: readonly string[],
): Effect.Effect<{ readonly head: string; readonly warnings: readonly string[] }, WorktreeRefused | GitFailed> =>
  Effect.gen(function* () {
    const at = yield* verified(git, worktree)
    const { dir, branch } = worktree
    const found = yield* baseOf(git, dir, bases)
    if (found === null) return yield* Effect.fail(new GitFailed(`there is no branch or commit ${bases.join(' or ')}`))
    const change = (...args: readonly string[]): Effect.Effect<unknown, GitFailed> =>
      Effect.mapError(git.write(dir, args, { at }), failed)
    // A rebase would continue on the new branch. Without one, git refuses to quit it.
    yield* Effect.ignore(change('rebase', '--quit'))
    const checkOut = ['checkout', '--quiet', '--force', '--no-track', '-B', branch, found.commit, '--']
    yield* checkingOut(git, dir, checkOut, { timeout: CHECKOUT_MS }, () => null)
    yield* change('clean', '--quiet', '--force', '-d')
    return { head: found.commit, warnings: yield* resetSubmodules(git, dir, () => null) }
  })

/** Removes a worktree, its registration and the branch of the lane's own. With `keepsDirectory`, the directory stays. */
export const remove = (
  git: Git,
  worktree: LaneWorktree,
  keepsDirectory: boolean,
): Effect.Effect<RemovedWorktree, GitFailed | WorktreeRefused> =>
  Effect.gen(function* () {
    const { dir, branch, keptHead } = worktree
    const repository = yield* repositoryOf(git, worktree)
    if (repository === null) return yield* removeWithout(worktree)
    // Twice: it may be locked. Git refuses a directory that it cannot read as a worktree; then only the registration goes.
    if (!keepsDirectory && (yield* registeredIn(git, repository)).some(({ path }) => path === dir))
      yield* Effect.ignore(git.write(repository, ['worktree', 'remove', '--force', '--force', '--', dir]))
    yield* deregister(git, repository, dir)
    const isDeleted = keptHead === null && (yield* deleteBranch(git, repository, branch))
    return { directoryKept: existsSync(dir), branchKept: !isDeleted }
  })

/** Nothing can be removed without the repository: a success would hide that the directory, or the branch in it, stays. */
const removeWithout = ({ repository, dir }: LaneWorktree): Effect.Effect<RemovedWorktree, WorktreeRefused> =>
  existsSync(dir) || existsSync(repository)
    ? Effect.fail(
        new WorktreeRefused(
          'not-worktree',
          `nothing was removed: git cannot read the repository ${repository}. DELETE /api/lanes/:id deletes only the record`,
        ),
      )
    : Effect.succeed({ directoryKept: false, branchKept: false })

/** Deletes a branch unless a worktree uses it. Returns whether it is gone. */
const deleteBranch = (git: Git, repository: string, branch: string): Effect.Effect<boolean, GitFailed> =>
  Effect.gen(function* () {
    if ((yield* commitOf(git, repository, refOfBranch(branch))) === null) return true
    if ((yield* registeredIn(git, repository)).some((other) => other.branch === branch)) return false
    return yield* git.write(repository, ['branch', '--quiet', '-D', '--', branch]).pipe(
      Effect.as(true),
      Effect.mapError(failed),
      // Git also protects a branch that is rebased or bisected elsewhere.
      Effect.catchIf(
        ({ message }) => /(?:checked out|used by worktree) at/.test(message),
        () => Effect.succeed(false),
      ),
    )
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

/** Removes the registration of a directory, and if the directory is gone those of the worktrees that were in it. */
const deregister = (git: Git, repository: string, dir: string): Effect.Effect<void, GitFailed> =>
  Effect.flatMap(commonDirOf(git, repository), (commonDir) =>
    Effect.try({
      try: () => {
        const isGone = !existsSync(dir)
        for (const { path, worktree } of registrationsIn(commonDir ?? '')) {
          if (worktree === dir || (isGone && worktree?.startsWith(dir + sep)))
            rmSync(path, { recursive: true, force: true })
        }
      },
      catch: (error) => new GitFailed((error as Error).message),
    }),
  )
