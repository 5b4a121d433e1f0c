import * as Effect from 'effect/Effect'
import type { GitFailed, WorktreeRefused } from '../../domain/git/failures.js'
import { reject } from '../../domain/rejection.js'
import type { LaneShape } from '../../projections/queries/lanes.js'
import { GitWrites } from '../ports/git-writes.js'
import { type LaneWorktree, Worktrees } from '../ports/worktrees.js'

/** What says which worktree a lane was created with. */
export type LaneOrigin = Pick<LaneShape, 'kind' | 'cwd' | 'branch' | 'source_repo' | 'kept_head'>

/** Returns the worktree that a lane was created with; undefined for a directory of the user. */
export const worktreeOf = ({ kind, cwd, branch, source_repo, kept_head }: LaneOrigin): LaneWorktree | undefined =>
  kind === 'managed' && branch !== null && source_repo !== null
    ? { dir: cwd, branch, repository: source_repo, keptHead: kept_head }
    : undefined

const refusalOf = (error: WorktreeRefused | GitFailed) =>
  error._tag === 'GitFailed' ? reject('EGIT', error.message) : reject('EOTHERWORKTREE', error.message)

/**
 * Fails unless a change in a directory is one of the lane: the lane still is the worktree that it was created with, and the worktree
 * of a session belongs to the repository of its lane.
 */
export const refuseOtherWorktree = (lane: LaneOrigin, dir: string) =>
  Effect.gen(function* () {
    const worktree = worktreeOf(lane)
    if (worktree !== undefined) yield* Effect.mapError((yield* Worktrees).verify(worktree), refusalOf)
    if (dir === lane.cwd) return
    const { place } = yield* GitWrites
    const [own, session] = yield* Effect.all([place(lane.cwd), place(dir)])
    if (own.commonDir !== session.commonDir)
      yield* Effect.fail(reject('EOTHERWORKTREE', `${dir} belongs to another repository than ${lane.cwd}`))
  })
