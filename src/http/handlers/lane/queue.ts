import * as Effect from 'effect/Effect'
import { queueOfLane } from '../../../projections/queries/queue.js'
import { LANE_PREFIXES } from '../../contract/lane/lanes.js'
import type { LaneQueueRoute } from '../../contract/lane/queue.js'
import { mountedAt } from '../../contract/mounted-at.js'
import { created } from '../../created.js'
import type { Handlers } from '../../handler.js'
import { done, ok } from '../../reply.js'
import type { Services } from '../../services.js'

export const laneQueueHandlers = ({ db, queues }: Services) => {
  const handlers: Handlers<LaneQueueRoute> = {
    'GET /api/lanes/:id/queue': (_input, { row, reads }) => ok({ queue: queueOfLane(db, reads, row.id) }),
    'POST /api/lanes/:id/queue': ({ body }, { row, ...caller }) =>
      Effect.map(queues.add(row, body, caller), (id) => {
        const message = created(queueOfLane(db, caller.writes, row.id).find((one) => one.id === id))
        return { status: 201 as const, json: { message } }
      }),
    'PATCH /api/lanes/:id/queue/:message': ({ params: { message }, body }, { row, ...caller }) =>
      Effect.map(queues.edit(row, message, body, caller), (edited) => ok({ message: edited })),
    'DELETE /api/lanes/:id/queue/:message': ({ params: { message } }, { row, ...caller }) =>
      Effect.as(queues.remove(row, message, caller), done),
    'POST /api/lanes/:id/queue/:message/send': ({ params: { message } }, { row, ...caller }) =>
      Effect.map(queues.sendNow(row, message, caller), ({ run, slot }) => ok({ run_id: run, slot })),
  }
  return mountedAt(LANE_PREFIXES, handlers)
}
