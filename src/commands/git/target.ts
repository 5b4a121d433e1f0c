import * as Effect from 'effect/Effect'
import type { Visibility } from '../../domain/access/visibility.js'
import { reject } from '../../domain/rejection.js'
import { laneOwning } from '../../projections/queries/lanes.js'
import { cwdOfSession } from '../../projections/queries/sessions.js'
import type { Reader } from '../../projections/sql.js'
import { Directories } from '../ports/directories.js'
import { Worktrees } from '../ports/worktrees.js'

/** What a request is about: a lane's directory, or the worktree of one of its sessions. */
export interface Target {
  readonly lane: { readonly id: number; readonly cwd: string }
  readonly session: string | undefined
  readonly visibility: Visibility
}

export const noWorktree = () => reject('ENOWORKTREE', 'the session has no worktree of its own in this lane')

/** Returns how the directory of a target is found. */
export const targetFinder = (db: Reader) => {
  /** Returns the worktree of a session that belongs to the lane. */
  const worktreeOf = ({ lane, visibility }: Target, session: string) =>
    Effect.gen(function* () {
      const cwd = cwdOfSession(db, visibility, session)
      if (cwd === undefined) return yield* Effect.fail(noWorktree())
      const { path, is } = yield* (yield* Directories).find(cwd)
      // Git lists the worktree of a directory that somebody deleted until it prunes.
      const isOfLane = is === 'directory' && path !== lane.cwd && laneOwning(db, visibility, path)?.id === lane.id
      const known = isOfLane ? yield* (yield* Worktrees).branches(lane.cwd) : null
      const found = known?.worktrees.find((worktree) => worktree.path === path)
      return found === undefined ? yield* Effect.fail(noWorktree()) : found
    })
  const directoryOf = (target: Target) =>
    target.session === undefined
      ? Effect.succeed(target.lane.cwd)
      : Effect.map(worktreeOf(target, target.session), ({ path }) => path)
  return { worktreeOf, directoryOf }
}
