import * as Effect from 'effect/Effect'
import { newestAsks, openAsks } from '../../../projections/queries/asks.js'
import type { AskRoute } from '../../contract/lane/asks.js'
import type { Handlers } from '../../handler.js'
import { ok } from '../../reply.js'
import type { Services } from '../../services.js'

export const askHandlers = ({ db, asks }: Services): Handlers<AskRoute> => ({
  'GET /api/asks': ({ query: { state, lane, limit } }, { reads }) => {
    return ok({ asks: state === 'all' ? newestAsks(db, reads, limit, lane) : openAsks(db, reads, lane) })
  },
  'GET /api/asks/:id': (_input, { row }) => ok({ ask: row }),
  'POST /api/asks/:id/answer': ({ body }, request) => Effect.map(asks.answer(request.row, body, request), ok),
})
