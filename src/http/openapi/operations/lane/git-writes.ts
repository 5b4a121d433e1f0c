import type { LaneGitWriteRoute } from '../../../contract/lane/git-writes.js'
import { LANE_PREFIXES } from '../../../contract/lane/lanes.js'
import { mountedAt } from '../../../contract/mounted-at.js'
import type { Operations } from '../../operation.js'

const operations: Operations<LaneGitWriteRoute> = {
  'POST /api/lanes/:id/git/:action': {
    description:
      'Runs one action: `stage`, `unstage`, `discard`, `restore`, `stage-hunk`, `unstage-hunk`, `discard-hunk`, `commit`, `switch`, `branch-create`, `branch-delete`, `merge`, `resolve`, `merge-commit`, `merge-abort`, `fetch`, `pull`, `push` or `publish`. A merge that stops at conflicts is a success, with the files in `conflicts`. Paths are relative to the directory, and must be those of changed files. A hunk is named by its header; with `block`, only that run of changed lines is meant. What `discard` and `discard-hunk` discard is kept for an hour: `restore` with the `id` of their answer brings it back, merged with what was changed since; files whose same lines were changed are left alone. Actions on one index run one at a time. A refused action changes nothing. The last four use the network, for at most 60 seconds; a remote that needs a login is answered `EGITAUTH`, and the request can be sent again with `credentials`.',
    request: { paths: ['src/cart.ts'] },
    answer: { action: 'stage', ok: true, output: '' },
  },
}

export const laneGitWriteOperations = mountedAt(LANE_PREFIXES, operations)
