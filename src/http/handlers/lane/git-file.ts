import * as Effect from 'effect/Effect'
import { LANE_PREFIXES } from '../../contract/lane/lanes.js'
import type { LaneGitFileRoute } from '../../contract/lane/git-file.js'
import { mountedAt } from '../../contract/mounted-at.js'
import type { Handlers } from '../../handler.js'
import type { Services } from '../../services.js'

export const laneGitFileHandlers = ({ gitFiles }: Services) => {
  const handlers: Handlers<LaneGitFileRoute> = {
    'PUT /api/lanes/:id/git/file': ({ query: { session }, body }, { row: lane, writes, author }) =>
      Effect.map(gitFiles.save({ lane, session, visibility: writes }, body, author), (file) => ({
        status: 200 as const,
        json: { available: true as const, ...file },
      })),
  }
  return mountedAt(LANE_PREFIXES, handlers)
}
