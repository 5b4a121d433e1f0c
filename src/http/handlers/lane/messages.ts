import * as Effect from 'effect/Effect'
import { laneById } from '../../../projections/queries/lanes.js'
import { LANE_PREFIXES } from '../../contract/lane/lanes.js'
import type { LaneMessageRoute } from '../../contract/lane/messages.js'
import { mountedAt } from '../../contract/mounted-at.js'
import type { Handlers } from '../../handler.js'
import type { Services } from '../../services.js'

export const laneMessageHandlers = ({ db, messages, pipelines }: Services) => {
  const handlers: Handlers<LaneMessageRoute> = {
    'POST /api/lanes/:id/message': ({ body }, { row, ...caller }) =>
      Effect.map(messages.send(row, body, caller), ({ run, slot, started }) => ({
        status: 200 as const,
        json: { lane: pipelines.show(laneById(db, caller.visibility, row.id) ?? row), run_id: run, slot, started },
      })),
    'POST /api/lanes/:id/review': ({ body }, { row, ...caller }) =>
      Effect.map(messages.review(row, body, caller), ({ run, slot, started }) => ({
        status: 200 as const,
        json: { lane: pipelines.show(laneById(db, caller.visibility, row.id) ?? row), run_id: run, slot, started },
      })),
  }
  return mountedAt(LANE_PREFIXES, handlers)
}
