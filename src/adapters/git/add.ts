import { mkdirSync, rmdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import * as Effect from 'effect/Effect'
import type { AddedWorktree, BegunWorktree, NewWorktree } from '../../commands/ports/worktrees.js'
import { refOfBranch } from '../../domain/git/branch.js'
import { GitFailed } from '../../domain/git/failures.js'
import { MINUTE } from '../../domain/time.js'
import { copyIgnored } from './copy-ignored.js'
import type { Git } from './git.js'
import { endInterrupted, removeBranchLock } from './interrupted.js'
import { checkingOut } from './promisor.js'
import { ask, baseOf, commitOf, failed, realPath, registeredIn } from './queries.js'
import { registrationsIn } from './registrations.js'
import { copySubmodules } from './submodules.js'

/** A large repository on a slow disk, or with git-lfs. */
export const CHECKOUT_MS = 30 * MINUTE

/**
 * Marks what an unfinished `add` creates: it is the reason of the worktree's lock, which git sets before anything else, and the
 * only entry in the branch's reflog. So after a crash we know what is ours.
 */
const markOf = (owner: string): string => `switchyard: creating ${owner}`

/** Creates a worktree, and its branch unless that exists. A failure or an interruption removes what was created. */
export const add = (git: Git, worktree: NewWorktree): Effect.Effect<AddedWorktree, GitFailed> =>
  Effect.gen(function* () {
    const { repository, dir, branch, keptHead, bases, owner } = worktree
    const mark = markOf(owner)
    const found = yield* baseOf(git, repository.path, bases)
    if (found === null && keptHead === null)
      return yield* Effect.fail(new GitFailed(`there is no branch or commit ${bases.join(' or ')}`))
    const change = (...args: readonly string[]): Effect.Effect<unknown, GitFailed> =>
      Effect.mapError(git.write(repository.path, args), failed)
    yield* Effect.try({
      try: () => mkdirSync(dirname(dir), { recursive: true }),
      catch: (error) => new GitFailed((error as Error).message),
    })
    // The empty old value: fails if the branch exists.
    if (found !== null && keptHead === null)
      yield* change('update-ref', '--create-reflog', '-m', mark, refOfBranch(branch), found.commit, '')
    yield* change('worktree', 'add', '--quiet', '--no-checkout', '--lock', '--reason', mark, '--', dir, branch)
    yield* checkOut(git, worktree)
    const warnings = [...(yield* copySubmodules(git, repository, dir)), ...(yield* copyIgnored(git, repository, dir))]
    yield* change('worktree', 'unlock', '--', dir)
    return { base: found?.base ?? null, head: yield* ask(git, dir, 'rev-parse', 'HEAD'), warnings }
  }).pipe(Effect.onError(() => Effect.ignore(heal(git, { ...worktree, repository: worktree.repository.path }))))

const checkOut = (git: Git, { dir, onProgress }: NewWorktree): Effect.Effect<void, GitFailed> =>
  Effect.gen(function* () {
    // A setting such as `core.worktree` can apply to linked worktrees too: git would write the files somewhere else.
    const top = yield* ask(git, dir, 'rev-parse', '--show-toplevel')
    if (realPath(top) !== realPath(dir))
      return yield* Effect.fail(new GitFailed(`${dir} is not the top of its worktree: git uses ${top} for its files`))
    const command = ['-c', 'checkout.workers=2', 'reset', '--hard', '--no-recurse-submodules']
    const onComplaint = (text: string): void => {
      const percent = /(\d+)% \(\d+\/\d+\)[^%]*$/.exec(text)?.[1]
      if (percent !== undefined) onProgress?.(Number(percent))
    }
    yield* checkingOut(git, dir, command, { timeout: CHECKOUT_MS, onComplaint }, () => null)
  })

/** Removes what an unfinished `add` left behind, and nothing else. */
export const heal = (
  git: Git,
  { repository, dir, branch, keptHead, owner, since }: BegunWorktree,
): Effect.Effect<'complete' | 'absent', GitFailed> =>
  Effect.gen(function* () {
    const mark = markOf(owner)
    yield* endInterrupted({ repository, dir, branch, keptHead }, mark)
    const worktrees = yield* registeredIn(git, repository)
    const isComplete = worktrees.some(
      (other) => other.path === dir && other.branch === branch && other.locked === null && !other.prunable,
    )
    if (isComplete) return 'complete'
    const commonDir = yield* ask(git, repository, 'rev-parse', '--path-format=absolute', '--git-common-dir')
    yield* Effect.try({
      try: () => {
        removeMarked(commonDir, dir, mark)
        if (keptHead === null) removeBranchLock(commonDir, branch, since)
      },
      catch: (error) => new GitFailed((error as Error).message),
    })
    if (keptHead === null) yield* deleteUnusedBranch(git, repository, branch, mark)
    return 'absent'
  })

/** Removes the registrations whose lock has our mark, and their directory. Git would refuse when it is only half there. */
const removeMarked = (commonDir: string, dir: string, mark: string): void => {
  for (const { path, worktree, lock } of registrationsIn(commonDir)) {
    // A lane of another data directory can have the same id, and so the same mark.
    if (lock !== mark || (worktree !== null && worktree !== dir)) continue
    if (worktree === dir) rmSync(dir, { recursive: true, force: true })
    else removeIfEmpty(dir)
    rmSync(path, { recursive: true, force: true })
  }
}

const removeIfEmpty = (dir: string): void => {
  try {
    rmdirSync(dir)
  } catch {
    // It is missing, or has files that are not ours.
  }
}

/** Deletes a branch that nothing but `add` has written to. */
const deleteUnusedBranch = (
  git: Git,
  repository: string,
  branch: string,
  mark: string,
): Effect.Effect<void, GitFailed> =>
  Effect.gen(function* () {
    const ref = refOfBranch(branch)
    const history = yield* Effect.orElseSucceed(
      ask(git, repository, 'reflog', 'show', '--format=%gs', ref, '--'),
      () => '',
    )
    const isUsed = (yield* registeredIn(git, repository)).some((other) => other.branch === branch)
    const commit = yield* commitOf(git, repository, ref)
    if (history !== mark || isUsed || commit === null) return
    yield* Effect.mapError(git.write(repository, ['update-ref', '-d', ref, commit]), failed)
  })
