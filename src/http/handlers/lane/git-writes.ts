import * as Effect from 'effect/Effect'
import { GIT_ACTIONS, isGitAction } from '../../../domain/git/actions.js'
import { turnMessage } from '../../../domain/git/turn-commits.js'
import { reject } from '../../../domain/rejection.js'
import { iso } from '../../../domain/time.js'
import { LANE_PREFIXES } from '../../contract/lane/lanes.js'
import type { LaneGitWriteRoute } from '../../contract/lane/git-writes.js'
import { mountedAt } from '../../contract/mounted-at.js'
import type { Handlers } from '../../handler.js'
import { ok } from '../../reply.js'
import type { Services } from '../../services.js'
import { lineOrigins } from './why.js'

export const laneGitWriteHandlers = (services: Services) => {
  const { gitWrites } = services
  const { writers } = lineOrigins(services)
  const handlers: Handlers<LaneGitWriteRoute> = {
    'GET /api/lanes/:id/git/commit-turns': ({ query: { session } }, { row: lane, reads }) =>
      Effect.map(
        gitWrites.turnCommits({ lane, session, visibility: reads, writers: writers(lane, reads) }),
        ({ expect, commits }) =>
          ok({
            expect,
            commits: commits.map(({ turn, files }) => ({
              turn: turn && {
                session_id: turn.session,
                session_name: turn.sessionName,
                number: turn.number,
                prompt: turn.prompt,
                at: iso(turn.at),
              },
              message: turnMessage(turn),
              files: files.map(({ path }) => path),
            })),
          }),
      ),
    'POST /api/lanes/:id/git/:action': (
      { params: { action }, query: { session }, body },
      { row: lane, writes, author },
    ) =>
      isGitAction(action)
        ? Effect.map(
            gitWrites.perform(
              action,
              { lane, session, visibility: writes, writers: writers(lane, writes) },
              body,
              author,
            ),
            ok,
          )
        : reject('EBADACTION', `action: must be one of ${GIT_ACTIONS.join(', ')}`),
  }
  return mountedAt(LANE_PREFIXES, handlers)
}
