import { Schema as S } from '../../../domain/schema.js'
import { Count, Nullable } from '../common.js'
import { endpoint } from '../endpoint.js'
import { Erasure } from '../system/maintenance.js'

const Ids = S.Array(S.NonEmptyString).pipe(
  S.minItems(1),
  S.maxItems(500, { message: () => 'must have at most 500 ids' }),
)

export const bulk = {
  'POST /api/sessions/bulk': endpoint({
    summary: 'Pin, unpin or delete up to 500 sessions',
    tag: 'sessions',
    access: 'session:write',
    body: S.Struct({
      action: S.Literal('pin', 'unpin', 'delete'),
      ids: Ids,
      /** Changes nothing; reports what a deletion would delete. */
      preview: S.optional(S.Boolean),
    }),
    answers: {
      200: S.Struct({
        /** In the order of the request, each id once. */
        results: S.Array(
          S.Struct({ id: S.String, ok: S.Boolean, code: Nullable(S.String), message: Nullable(S.String) }),
        ),
        /** What was deleted, or would be; null for another action. */
        deleted: Nullable(S.Struct({ sessions: Count, events: Count, agents: Count })),
        /** Null if nothing was deleted. */
        erasure: Nullable(Erasure),
      }),
    },
  }),
} as const
