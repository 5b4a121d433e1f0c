import type { LaneActionRoute } from '../../../contract/lane/actions.js'
import { LANE_PREFIXES } from '../../../contract/lane/lanes.js'
import { mountedAt } from '../../../contract/mounted-at.js'
import type { Operations } from '../../operation.js'
import { lane } from '../../samples.js'

const loss = { head: '9c1185a5c5e9fc54612808977ee8f548b2258d31', dirty: 2, untracked: 1, unpushed: 3 } as const

const history = { sessions: 12, events: 3480, tokenRows: 911 } as const

const operations: Operations<LaneActionRoute> = {
  'GET /api/lanes/:id/preflight': {
    description:
      'Returns the current facts that a user confirms before a reset, a removal or a purge. Send them back as `expect`. Not lost, and so not counted: stash entries, notes, and other branches of the repository.',
    answer: { ...loss, database: null, blocked: ['unpushed-commits'], warnings: [] },
  },
  'POST /api/lanes/:id/reset': {
    description:
      'Sets the branch of a managed lane to its base, restores its files and its submodules, and deletes untracked files. Ignored files stay, and so do untracked directories that are repositories themselves. The stack is ended first. If its profile declares data of lanes, the env file is written, `bootstrap` runs, the directories of the lane are emptied, and the database is dropped and created unless `keepDb` is true; a hook that fails is the `lastError` of the runtime. If a fact of `expect` changed, nothing is done. `force` is needed to lose commits that exist nowhere else.',
    request: { confirm: true, expect: loss, force: true },
    answer: { ok: true, lane, warnings: [] },
  },
  'POST /api/lanes/:id/remove': {
    description:
      'Removes the worktree and the branch of a managed lane, and its record. Its stack is ended first, and its database is dropped. Of an adopted lane only the record is deleted. A directory that git cannot read as the worktree of the lane stays, and the answer says so. If a fact of `expect` changed, or git cannot read the repository, nothing is done. `force` is needed to lose commits that exist nowhere else, and where they cannot be counted.',
    request: { confirm: true, expect: { ...loss, unpushed: 0 } },
    answer: { ok: true, directoryKept: false, branchKept: false },
  },
  'POST /api/lanes/:id/purge': {
    description:
      'Deletes the finished sessions of a lane with their events and token counts. These are the sessions in its directory and those of its runs. Active sessions stay, and nothing is stopped. The directory and the transcripts of the agents are not changed. If a number of `expect` changed, nothing is done.',
    request: { confirm: true, expect: history },
    answer: { ok: true, purged: history },
  },
  'POST /api/lanes/:id/session-worktree/remove': {
    description:
      'Removes the git worktree that an agent made for one session of the lane. Nothing is forced: git refuses a worktree with changes, and a branch that is not merged stays.',
    request: { session: '11111111-2222-4333-8444-555555555555', confirm: true },
    answer: { removed: true, branch: 'worktree-fix', branchKept: false },
  },
}

export const laneActionsOperations = mountedAt(LANE_PREFIXES, operations)
