import * as Effect from 'effect/Effect'
import { newestTrains } from '../../../projections/queries/trains.js'
import type { TrainRoute } from '../../contract/lane/trains.js'
import type { Handlers } from '../../handler.js'
import { done, ok } from '../../reply.js'
import type { Services } from '../../services.js'

export const trainHandlers = ({ db, trains }: Services): Handlers<TrainRoute> => ({
  'GET /api/trains': (_input, { reads }) => ok({ trains: newestTrains(db, reads) }),
  'POST /api/trains': ({ body }, caller) => Effect.map(trains.start(body, caller), (train) => ok({ train })),
  'DELETE /api/trains/:id': (_input, { row, ...caller }) => Effect.as(trains.stop(row.id, caller), done),
})
