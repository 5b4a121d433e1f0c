import * as Effect from 'effect/Effect'
import { commentsOf } from '../../../projections/queries/comments.js'
import { commandAt } from '../../../projections/queries/lane-commands.js'
import { LANE_PREFIXES } from '../../contract/lane/lanes.js'
import type { ReviewRoute } from '../../contract/lane/review.js'
import { created } from '../../created.js'
import { mountedAt } from '../../contract/mounted-at.js'
import type { Handlers } from '../../handler.js'
import { done, ok } from '../../reply.js'
import { answered } from './answered.js'
import { lineOrigins } from './why.js'
import type { Services } from '../../services.js'

export const reviewHandlers = (services: Services) => {
  const { db, side, reviews, checks } = services
  const origins = lineOrigins(services)
  const handlers: Handlers<ReviewRoute> = {
    'GET /api/lanes/:id/seen': (_input, { row, ...caller }) => Effect.map(reviews.seen(row, caller), ok),
    'GET /api/lanes/:id/seen/file': ({ query: { path } }, { row }) => Effect.map(reviews.file(row, path), ok),
    'GET /api/lanes/:id/why': ({ query: { path, line, count } }, { row, reads }) =>
      Effect.gen(function* () {
        const { named, ...texts } = yield* reviews.texts(row, path)
        const ranges = yield* origins.of(row, named, texts, { line, count }, reads)
        const isUnknown = ranges.some(({ edit }) => edit === null)
        const command = !isUnknown || texts.changedAt === null ? null : commandAt(db, reads, row.id, texts.changedAt)
        return ok({ ranges, command })
      }),
    'GET /api/lanes/:id/evidence': async (_input, { row, reads }) =>
      ok({ checks: await side.evidence(reads, row.id), running: checks.running(row.id) }),
    'POST /api/lanes/:id/checks/:name': ({ params: { name }, body }, { row, author, writes }) =>
      Effect.gen(function* () {
        const known = yield* answered(() => side.evidence(writes, row.id))
        const json = yield* checks.start(row, name, body, known, author)
        return { status: 202 as const, json }
      }),
    'PUT /api/lanes/:id/seen': ({ body }, { row, ...caller }) => Effect.as(reviews.mark(row, body, caller), done),
    'GET /api/lanes/:id/comments': (_input, { row, reads }) => ok({ comments: commentsOf(db, reads, row.id) }),
    'POST /api/lanes/:id/comments': ({ body }, { row, ...caller }) =>
      Effect.map(reviews.comment(row, body, caller), (id) => {
        const comment = created(commentsOf(db, caller.writes, row.id).find((one) => one.id === id))
        return { status: 201 as const, json: { comment } }
      }),
    'PATCH /api/lanes/:id/comments/:comment': ({ params: { comment }, body }, { row, ...caller }) =>
      Effect.map(reviews.edit(row, comment, body, caller), (edited) => ok({ comment: edited })),
    'DELETE /api/lanes/:id/comments/:comment': ({ params: { comment } }, { row, ...caller }) =>
      Effect.as(reviews.remove(row, comment, caller), done),
    'POST /api/lanes/:id/comments/send': ({ body }, { row, ...caller }) =>
      Effect.map(reviews.send(row, body, caller), ok),
  }
  return mountedAt(LANE_PREFIXES, handlers)
}
