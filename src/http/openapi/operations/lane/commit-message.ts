import type { LaneCommitMessageRoute } from '../../../contract/lane/commit-message.js'
import { LANE_PREFIXES } from '../../../contract/lane/lanes.js'
import { mountedAt } from '../../../contract/mounted-at.js'
import type { Operations } from '../../operation.js'

const operations: Operations<LaneCommitMessageRoute> = {
  'POST /api/lanes/:id/git/commit-message': {
    description:
      'Asks the agent CLI of the lane for a message for what is staged, in the style of the last ten subjects. The agent has no tools, and its session is neither stored nor listed. Long changes are shortened. The content of `settings.local.json` and of files that usually hold keys, such as `.env` or `*.pem`, is never sent. An answer that is empty or takes more than 120 seconds is `EAI`.',
    answer: { message: 'cart: keep the items of a failed checkout' },
  },
}

export const laneCommitMessageOperations = mountedAt(LANE_PREFIXES, operations)
