import * as Effect from 'effect/Effect'
import { systemVisibility } from '../../domain/access/system-visibility.js'
import type { Visibility } from '../../domain/access/visibility.js'
import { reject } from '../../domain/rejection.js'
import { laneOwning } from '../../projections/queries/lanes.js'
import { runHolding } from '../../projections/queries/runs.js'
import { cwdOfSession } from '../../projections/queries/sessions.js'
import type { Reader } from '../../projections/sql.js'
import { Directories } from '../ports/directories.js'
import { Worktrees } from '../ports/worktrees.js'
import type { Serial } from '../serial.js'

interface SessionWorktreeParts {
  readonly db: Reader
  readonly serial: Serial
}

/** The body of a request to remove the worktree of a session: every member may be missing or of any type. */
interface RemovalInput {
  readonly session?: unknown
  readonly confirm?: unknown
}

const noWorktree = () => reject('ENOWORKTREE', 'the session has no worktree of its own in this lane')

/** Returns the command that removes the worktree that an agent made for one session of a lane. */
export const sessionWorktreeCommands = ({ db, serial }: SessionWorktreeParts) => ({
  /** Git's own checks protect changes: nothing is forced, and a branch that is not merged stays. */
  remove: (
    lane: { readonly id: number; readonly cwd: string },
    { session, confirm }: RemovalInput,
    visibility: Visibility,
  ) => {
    const removed = Effect.gen(function* () {
      if (confirm !== true) return yield* Effect.fail(reject('ECONFIRM', 'confirm: must be true'))
      const cwd = typeof session === 'string' ? cwdOfSession(db, visibility, session) : undefined
      if (typeof session !== 'string' || cwd === undefined) return yield* Effect.fail(noWorktree())
      const { path } = yield* (yield* Directories).find(cwd)
      const worktrees = yield* Worktrees
      const isOfLane = path !== lane.cwd && laneOwning(db, visibility, path)?.id === lane.id
      const known = isOfLane ? yield* worktrees.branches(lane.cwd) : null
      const found = known?.worktrees.find((worktree) => worktree.path === path)
      if (found === undefined) return yield* Effect.fail(noWorktree())
      const run = runHolding(db, systemVisibility, session)
      if (run !== undefined)
        return yield* Effect.fail(reject('ELIVE', 'the session is open in a pane', { fields: { run_id: run } }))
      if (found.locked !== null)
        return yield* Effect.fail(reject('ELOCKED', `the worktree is locked${found.locked && `: ${found.locked}`}`))
      const work = Effect.mapError(worktrees.removeUnforced(lane.cwd, { dir: path, branch: found.branch }), (error) =>
        reject('EGIT', error.message),
      )
      const name = yield* Effect.match(worktrees.inspect(lane.cwd), {
        onFailure: () => lane.cwd,
        onSuccess: ({ commonDir }) => commonDir,
      })
      // Worktrees of one repository change one at a time.
      const { branchKept } = yield* serial.hold({ kind: 'repository', name }, work)
      return { removed: true, branch: found.branch, branchKept }
    })
    return serial.hold({ kind: 'lane', name: String(lane.id) }, Effect.uninterruptible(removed))
  },
})

export type SessionWorktreeCommands = ReturnType<typeof sessionWorktreeCommands>
