import * as Effect from 'effect/Effect'
import { systemVisibility } from '../../domain/access/system-visibility.js'
import type { Visibility } from '../../domain/access/visibility.js'
import { reject } from '../../domain/rejection.js'
import { runHolding } from '../../projections/queries/runs.js'
import type { Reader } from '../../projections/sql.js'
import { needConfirm } from '../git/checks.js'
import { noWorktree, targetFinder } from '../git/target.js'
import { inRepository } from '../kernel/repository-lock.js'
import type { Serial } from '../kernel/serial.js'
import { Worktrees } from '../ports/worktrees.js'
import { type LaneOrigin, refuseOtherWorktree } from './own-worktree.js'

interface SessionWorktreeParts {
  readonly db: Reader
  readonly serial: Serial
}

/** The body of a request to remove the worktree of a session: every member may be missing or of any type. */
interface RemovalInput {
  readonly session?: unknown
  readonly confirm?: unknown
}

/** Returns the command that removes the worktree that an agent made for one session of a lane. */
export const sessionWorktreeCommands = ({ db, serial }: SessionWorktreeParts) => {
  const { worktreeOf } = targetFinder(db)
  return {
    /** Git's own checks protect changes: nothing is forced, and a branch that is not merged stays. */
    remove: (
      lane: LaneOrigin & { readonly id: number },
      { session, confirm }: RemovalInput,
      visibility: Visibility,
    ) => {
      const removed = Effect.gen(function* () {
        yield* needConfirm(confirm)
        if (typeof session !== 'string') return yield* Effect.fail(noWorktree())
        const found = yield* worktreeOf({ lane, session, visibility }, session)
        const run = runHolding(db, systemVisibility, session)
        if (run !== undefined)
          return yield* Effect.fail(reject('ELIVE', 'the session is open in a pane', { fields: { run_id: run } }))
        if (found.locked !== null)
          return yield* Effect.fail(reject('ELOCKED', `the worktree is locked${found.locked && `: ${found.locked}`}`))
        const { path, branch } = found
        yield* refuseOtherWorktree(lane, path)
        const work = Effect.mapError(
          (yield* Worktrees).removeUnforced(lane.cwd, { dir: path, branch }),
          ({ message }) => reject('EGIT', message),
        )
        const { branchKept } = yield* inRepository(serial, lane.cwd, work)
        return { removed: true, branch, branchKept }
      })
      return serial.hold({ kind: 'lane', name: String(lane.id) }, Effect.uninterruptible(removed))
    },
  }
}

export type SessionWorktreeCommands = ReturnType<typeof sessionWorktreeCommands>
