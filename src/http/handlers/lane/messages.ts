import * as Effect from 'effect/Effect'
import type { Visibility } from '../../../domain/access/visibility.js'
import { type LaneShape, laneById } from '../../../projections/queries/lanes.js'
import { queueOfLane } from '../../../projections/queries/queue.js'
import { created } from '../../created.js'
import { LANE_PREFIXES } from '../../contract/lane/lanes.js'
import type { LaneMessageRoute } from '../../contract/lane/messages.js'
import { mountedAt } from '../../contract/mounted-at.js'
import type { Handlers } from '../../handler.js'
import type { Services } from '../../services.js'

export const laneMessageHandlers = ({ db, messages, queues, pipelines }: Services) => {
  type Sent = Effect.Effect.Success<ReturnType<typeof messages.send>>
  const answer = (row: LaneShape, visibility: Visibility, { run, slot, started }: Sent) => ({
    status: 200 as const,
    json: { lane: pipelines.show(laneById(db, visibility, row.id) ?? row), run_id: run, slot, started },
  })
  const handlers: Handlers<LaneMessageRoute> = {
    'POST /api/lanes/:id/message': ({ body }, { row, ...caller }) =>
      Effect.map(messages.send(row, body, caller), (sent) => answer(row, caller.writes, sent)),
    'POST /api/lanes/:id/retry': ({ body }, { row, ...caller }) =>
      body.at == null
        ? Effect.map(messages.retry(row, body, caller), (sent) => answer(row, caller.writes, sent))
        : Effect.map(queues.retry(row, body, caller), ({ id, ...agent }) => {
            const message = created(queueOfLane(db, caller.writes, row.id).find((one) => one.id === id))
            const { json } = answer(row, caller.writes, { ...agent, started: false })
            return { status: 202 as const, json: { ...json, message } }
          }),
    'POST /api/lanes/:id/review': ({ body }, { row, ...caller }) =>
      Effect.map(messages.review(row, body, caller), (sent) => answer(row, caller.writes, sent)),
  }
  return mountedAt(LANE_PREFIXES, handlers)
}
