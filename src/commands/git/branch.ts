import * as Effect from 'effect/Effect'
import { branchToCreate, branchToDelete, branchToSwitchTo, readBranch } from '../../domain/git/branch-changes.js'
import { reject } from '../../domain/rejection.js'
import { GitHistory } from '../ports/git-history.js'
import { Worktrees } from '../ports/worktrees.js'
import { action } from './action.js'
import { refuseChanges, refuseMerge } from './checks.js'
import { withSubmodules } from './submodules.js'

/** Returns the branches of the repository of a directory. */
const branchesOf = (dir: string) =>
  Effect.gen(function* () {
    const known = yield* (yield* Worktrees).branches(dir)
    return known ?? (yield* Effect.fail(reject('EGIT', `git cannot read ${dir}`)))
  })

/** Switches to a branch, which may be created. */
export const switchBranch = action(['repository', 'index'], (at, input) =>
  Effect.gen(function* () {
    const name = yield* readBranch(input)
    const create = input['create'] === true
    const { dir } = at
    yield* refuseMerge(dir)
    yield* refuseChanges(dir)
    const known = yield* branchesOf(dir)
    const branch = yield* create ? branchToCreate(known, name) : branchToSwitchTo(known, name)
    const history = yield* GitHistory
    const { output, head } = yield* withSubmodules(at, history.switchTo(dir, branch, create))
    return { output, paths: [], result: { branch, head } }
  }),
)

/** Creates a branch without switching to it. */
export const createBranch = action(['repository'], ({ dir }, input) =>
  Effect.gen(function* () {
    const name = yield* readBranch(input)
    const base = input['base'] ?? 'HEAD'
    if (typeof base !== 'string')
      return yield* Effect.fail(reject('EBADBRANCH', 'base: must be the name of a branch or a commit'))
    const branch = yield* branchToCreate(yield* branchesOf(dir), name)
    const { output } = yield* (yield* GitHistory).createBranch(dir, branch, base)
    return { output, paths: [], result: { branch, base } }
  }),
)

/** Deletes a branch that is merged and not checked out. */
export const deleteBranch = action(['repository'], ({ dir }, input) =>
  Effect.gen(function* () {
    const name = yield* readBranch(input)
    const branch = yield* branchToDelete(yield* branchesOf(dir), name)
    const { output } = yield* (yield* GitHistory).deleteBranch(dir, branch)
    return { output, paths: [], result: { branch } }
  }),
)
