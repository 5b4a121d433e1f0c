import type { LaneGitWriteRoute } from '../../../contract/lane/git-writes.js'
import { LANE_PREFIXES } from '../../../contract/lane/lanes.js'
import { mountedAt } from '../../../contract/mounted-at.js'
import type { Operations } from '../../operation.js'

const operations: Operations<LaneGitWriteRoute> = {
  'GET /api/lanes/:id/git/commit-turns': {
    description:
      'Divides everything that differs from the last commit into a commit for each turn of an agent, in the order of the turns, and a last one for the rest. Lines that were added belong to the turn that wrote them. Lines that replace others belong together: to the last turn that wrote one of them. The rest is what no turn is known to have written: lines that were only removed, files that are not text, and changes by commands or by hand.',
    answer: {
      expect: '5a1c9d',
      commits: [
        {
          turn: {
            session_id: '7f3c1f6e-3f0a-4d52-9b7a-0d5f2a8c9e10',
            session_name: 'shop',
            number: 1,
            prompt: 'Add a cart',
            at: '2026-05-04T09:00:00.000Z',
          },
          message: 'Add a cart',
          files: ['src/cart.ts'],
        },
      ],
    },
  },
  'POST /api/lanes/:id/git/:action': {
    description:
      'Runs one action: `stage`, `unstage`, `discard`, `restore`, `stage-hunk`, `unstage-hunk`, `discard-hunk`, `commit`, `commit-turns`, `switch`, `branch-create`, `branch-delete`, `merge`, `resolve`, `merge-commit`, `merge-abort`, `fetch`, `pull`, `push` or `publish`. A merge that stops at conflicts is a success, with the files in `conflicts`. Paths are relative to the directory, and must be those of changed files. A hunk is named by its header; with `block`, only that run of changed lines is meant. What `discard` and `discard-hunk` discard is kept for an hour: `restore` with the `id` of their answer brings it back, merged with what was changed since; files whose same lines were changed are left alone. `commit-turns` makes the commits of its plan, each with the hooks of the repository; if one is refused, none stays. Actions on one index run one at a time. A refused action changes nothing. The last four use the network, for at most 60 seconds; a remote that needs a login is answered `EGITAUTH`, and the request can be sent again with `credentials`.',
    request: { paths: ['src/cart.ts'] },
    answer: { action: 'stage', ok: true, output: '' },
  },
}

export const laneGitWriteOperations = mountedAt(LANE_PREFIXES, operations)
