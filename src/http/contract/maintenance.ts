import { Schema as S } from '../../domain/schema.js'
import { Count, Counts } from './common.js'
import { endpoint } from './endpoint.js'
import { flag } from './param.js'

const admin = { actor: 'admin', verb: 'write' } as const

/** `pending`: a reader still holds the old pages; what was deleted leaves the files once it has ended. */
const Erasure = S.Literal('done', 'pending')

const Cleared = S.Struct({ ok: S.Literal(true), cleared: Counts, erasure: Erasure })

const clearData = endpoint({
  summary: 'Delete all sessions for good; pricing rules stay',
  tag: 'settings',
  access: admin,
  answers: { 200: Cleared },
})

const NotNegative = S.Number.pipe(S.finite(), S.nonNegative({ message: () => 'must be a number of at least 0' }))

export const maintenance = {
  'DELETE /api/sessions/:id': endpoint({
    summary: 'Delete a session for good: its events, its figures, the copies of its transcripts',
    tag: 'sessions',
    access: { actor: 'user', verb: 'write', owns: { kind: 'session', param: 'id' } },
    answers: {
      200: S.Struct({
        ok: S.Literal(true),
        deleted: S.Literal(true),
        purged_events: Count,
        purged_agents: Count,
        erasure: Erasure,
      }),
    },
    errors: ['NOT_FOUND'],
  }),
  'DELETE /api/sessions': clearData,
  'POST /api/settings/clear-data': clearData,
  'POST /api/settings/cleanup': endpoint({
    summary: 'End active sessions untouched for so many hours, delete finished ones untouched for so many days',
    tag: 'settings',
    access: admin,
    query: { preview: flag('count only, as `dry_run` does') },
    body: S.Struct({
      abandon_hours: S.optional(S.NullOr(NotNegative)),
      purge_days: S.optional(S.NullOr(NotNegative)),
      dry_run: S.optional(S.Boolean),
    }),
    answers: {
      200: S.Struct({
        ok: S.Literal(true),
        abandoned: Count,
        purged_sessions: Count,
        purged_events: Count,
        purged_agents: Count,
        dry_run: S.Boolean,
        erasure: Erasure,
      }),
    },
    errors: ['INVALID_INPUT'],
  }),
} as const
