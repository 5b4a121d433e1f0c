import type { LaneActionRoute } from '../../../contract/lane/actions.js'
import { LANE_PREFIXES } from '../../../contract/lane/lanes.js'
import { mountedAt } from '../../../contract/mounted-at.js'
import type { Operations } from '../../operation.js'
import { lane } from '../../samples.js'

const loss = { head: '9c1185a5c5e9fc54612808977ee8f548b2258d31', dirty: 2, untracked: 1, unpushed: 3 } as const

const operations: Operations<LaneActionRoute> = {
  'GET /api/lanes/:id/preflight': {
    description:
      'Returns the current facts that a user confirms before a reset or a removal. Send them back as `expect`.',
    answer: { ...loss, database: null, blocked: ['unpushed-commits'], warnings: [] },
  },
  'POST /api/lanes/:id/reset': {
    description:
      'Sets the branch of a managed lane to its base, restores its files and deletes untracked ones. Ignored files stay. If a fact of `expect` changed, nothing is done. `force` is needed to lose commits that exist nowhere else.',
    request: { confirm: true, expect: loss, force: true },
    answer: { ok: true, lane },
  },
  'POST /api/lanes/:id/remove': {
    description:
      'Removes the worktree and the branch of a managed lane, and its record. Of an adopted lane only the record is deleted. If a fact of `expect` changed, nothing is done. `force` is needed to lose commits that exist nowhere else.',
    request: { confirm: true, expect: { ...loss, unpushed: 0 } },
    answer: { ok: true },
  },
}

export const laneActionsOperations = mountedAt(LANE_PREFIXES, operations)
