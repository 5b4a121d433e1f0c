import * as Effect from 'effect/Effect'
import { LANE_PREFIXES } from '../../contract/lane/lanes.js'
import type { ReviewRoute } from '../../contract/lane/review.js'
import { mountedAt } from '../../contract/mounted-at.js'
import type { Handlers } from '../../handler.js'
import { done, ok } from '../../reply.js'
import type { Services } from '../../services.js'

export const reviewHandlers = ({ reviews }: Services) => {
  const handlers: Handlers<ReviewRoute> = {
    'GET /api/lanes/:id/seen': (_input, { row, ...caller }) => Effect.map(reviews.seen(row, caller), ok),
    'GET /api/lanes/:id/seen/file': ({ query: { path } }, { row }) => Effect.map(reviews.file(row, path), ok),
    'PUT /api/lanes/:id/seen': ({ body }, { row, ...caller }) => Effect.as(reviews.mark(row, body, caller), done),
  }
  return mountedAt(LANE_PREFIXES, handlers)
}
