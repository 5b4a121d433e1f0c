import * as Effect from 'effect/Effect'
import { GIT_ACTIONS, isGitAction } from '../../../domain/git/actions.js'
import { reject } from '../../../domain/rejection.js'
import { LANE_PREFIXES } from '../../contract/lane/lanes.js'
import type { LaneGitWriteRoute } from '../../contract/lane/git-writes.js'
import { mountedAt } from '../../contract/mounted-at.js'
import type { Handlers } from '../../handler.js'
import type { Services } from '../../services.js'

export const laneGitWriteHandlers = ({ gitWrites }: Services) => {
  const handlers: Handlers<LaneGitWriteRoute> = {
    'POST /api/lanes/:id/git/:action': (
      { params: { action }, query: { session }, body },
      { row: lane, writes, author },
    ) =>
      isGitAction(action)
        ? Effect.map(gitWrites.perform(action, { lane, session, visibility: writes }, body, author), (json) => ({
            status: 200 as const,
            json,
          }))
        : reject('EBADACTION', `action: must be one of ${GIT_ACTIONS.join(', ')}`),
  }
  return mountedAt(LANE_PREFIXES, handlers)
}
