import * as Effect from 'effect/Effect'
import type { LaneCommitMessageRoute } from '../../contract/lane/commit-message.js'
import { LANE_PREFIXES } from '../../contract/lane/lanes.js'
import { mountedAt } from '../../contract/mounted-at.js'
import type { Handlers } from '../../handler.js'
import type { Services } from '../../services.js'

export const laneCommitMessageHandlers = ({ suggestions }: Services) => {
  const handlers: Handlers<LaneCommitMessageRoute> = {
    'POST /api/lanes/:id/git/commit-message': ({ query: { session } }, { row: lane, writes }) =>
      Effect.map(suggestions.message({ lane, session, visibility: writes }), (message) => ({
        status: 200 as const,
        json: { message },
      })),
  }
  return mountedAt(LANE_PREFIXES, handlers)
}
