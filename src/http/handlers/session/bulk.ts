import * as Effect from 'effect/Effect'
import * as Either from 'effect/Either'
import type { Author } from '../../../domain/access/author.js'
import type { Rejection } from '../../../domain/rejection.js'
import { StorageFailure } from '../../../events/commit.js'
import { erasableSessions } from '../../../projections/queries/erasable.js'
import { absent } from '../../contract/row-kinds.js'
import type { bulk } from '../../contract/session/bulk.js'
import type { Handlers } from '../../handler.js'
import { ok } from '../../reply.js'
import type { Services } from '../../services.js'

type Outcome = Either.Either<unknown, Rejection | StorageFailure>

const resultOf = (id: string, outcome: Outcome) => {
  const refused = Either.isLeft(outcome) ? outcome.left : undefined
  const code =
    refused === undefined ? null : '_tag' in refused && refused instanceof StorageFailure ? 'EINTERNAL' : refused.code
  return { id, ok: refused === undefined, code, message: refused?.message ?? null }
}

const absentSession = Either.left(absent('session'))
const DONE = Either.right(undefined)

export const bulkHandlers = ({ db, sessions, maintenance }: Services): Handlers<keyof typeof bulk> => {
  const pin = (ids: readonly string[], known: ReadonlySet<string>, pinned: boolean, author: Author) =>
    Effect.map(
      Effect.forEach(
        ids,
        (id) =>
          Effect.map(
            known.has(id) ? Effect.either(sessions.pin(id, pinned, author)) : Effect.succeed(absentSession),
            (outcome) => resultOf(id, outcome),
          ),
        { concurrency: 'unbounded' },
      ),
      (results) => ok({ results, deleted: null, erasure: null }),
    )
  return {
    'POST /api/sessions/bulk': ({ body }, { writes, author }) =>
      Effect.gen(function* () {
        const ids = [...new Set(body.ids)]
        const rows = new Map(erasableSessions(db, writes, ids).map((row) => [row.id, row]))
        const known = new Set(rows.keys())
        const { action, preview = false } = body
        if (action !== 'delete') {
          if (!preview) return yield* pin(ids, known, action === 'pin', author)
          const results = ids.map((id) => resultOf(id, known.has(id) ? DONE : absentSession))
          return ok({ results, deleted: null, erasure: null })
        }
        const { outcomes, erasure } = preview
          ? { outcomes: maintenance.deletable([...known]), erasure: null }
          : yield* maintenance.deleteSessions([...known], author)
        const deleted = { sessions: 0, events: 0, agents: 0 }
        const results = ids.map((id) => {
          const outcome = outcomes.get(id) ?? absentSession
          // A preview knows only what is stored now.
          const gone = Either.isLeft(outcome) ? undefined : (outcome.right ?? rows.get(id))
          if (gone !== undefined) {
            deleted.sessions++
            deleted.events += gone.events
            deleted.agents += gone.agents
          }
          return resultOf(id, outcome)
        })
        return ok({ results, deleted, erasure })
      }),
  }
}
