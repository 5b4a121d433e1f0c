import { Schema as S } from '../../domain/schema.js'
import { Count, Counts } from './common.js'
import { endpoint } from './endpoint.js'
import { flag } from './param.js'

const admin = { actor: 'admin', verb: 'write' } as const

/** `pending`: a reader still uses the old pages; the deleted data leaves the files when it finishes. */
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
    access: { actor: 'user', verb: 'write' },
    about: { kind: 'session', param: 'id' },
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
  'GET /api/settings/export': endpoint({
    summary: 'Everything as one bundle, streamed: sessions, agents, events, usage, rules, and the log they are made of',
    tag: 'settings',
    access: { actor: 'admin', verb: 'read' },
    raw: { 200: 'application/json' },
  }),
  'POST /api/settings/import': endpoint({
    summary: 'Import a bundle of any size: a form with a file, or {"path"} of one on this machine',
    tag: 'settings',
    access: admin,
    upload: 'file',
    answers: {
      200: S.Struct({
        ok: S.Literal(true),
        source: S.Literal('upload', 'path'),
        /** Null for a bundle older than the format field. */
        format: S.NullOr(S.String),
        version: S.NullOr(S.Int),
        sessions_imported: Count,
        sessions_skipped: Count,
        agents: Count,
        events: Count,
        token_usage: Count,
        workflows: Count,
        dashboard_runs: Count,
        alert_rules: Count,
        model_pricing: Count,
        gpt_model_pricing: Count,
        errors: Count,
      }),
    },
    errors: [
      'INVALID_INPUT',
      'INVALID_PATH',
      'INVALID_JSON',
      'INVALID_FORMAT',
      'PATH_NOT_FOUND',
      'IMPORT_UPLOAD_FAILED',
    ],
  }),
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
