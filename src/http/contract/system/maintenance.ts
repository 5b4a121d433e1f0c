import { Schema as S } from '../../../domain/schema.js'
import { AlertRule } from '../alert/alerts.js'
import { Count, Counts, DateTime, Usd } from '../common.js'
import { PricingRule } from '../cost/rules.js'
import { endpoint } from '../endpoint.js'
import { JsonObject } from '../json.js'
import { flag } from '../param.js'
import { rawJson, streamBody } from '../raw.js'
import { Agent } from '../session/agents.js'
import { EventRow } from '../session/events.js'
import { Session } from '../session/sessions.js'
import { WorkflowRun } from '../session/workflow-runs.js'

/** `pending`: a reader still uses the old pages; the deleted data leaves the files when it finishes. */
export const Erasure = S.Literal('done', 'pending')

const Cleared = S.Struct({ ok: S.Literal(true), cleared: Counts, erasure: Erasure })

const clearData = endpoint({
  summary: 'Delete all sessions permanently; keeps pricing rules',
  tag: 'settings',
  access: 'history:erase',
  confirmed: true,
  answers: { 200: Cleared },
})

const NotNegative = S.Number.pipe(S.finite(), S.nonNegative({ message: () => 'must be a number, 0 or more' }))

/** An export. Lists are absent for a caller who may see nothing. */
const Bundle = S.Struct({
  format: S.Literal('svc-export'),
  version: S.Int,
  exported_at: DateTime,
  sessions: S.optional(S.Array(Session)),
  agents: S.optional(S.Array(Agent)),
  events: S.optional(S.Array(EventRow)),
  token_usage: S.optional(S.Array(JsonObject)),
  workflows: S.optional(S.Array(WorkflowRun)),
  dashboard_runs: S.optional(S.Array(JsonObject)),
  alert_rules: S.optional(S.Array(AlertRule)),
  model_pricing: S.optional(S.Array(PricingRule)),
  /** The events of the log, from which an import builds the same rows. */
  log: S.optional(S.Array(JsonObject)),
})

export const maintenance = {
  'DELETE /api/sessions/:id': endpoint({
    summary: 'Delete a session permanently, with its events, usage and transcript copies',
    tag: 'sessions',
    access: 'session:write',
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
    errors: ['SESSION_RUNNING'],
  }),
  'DELETE /api/sessions': clearData,
  'POST /api/settings/clear-data': clearData,
  'GET /api/settings/export': endpoint({
    summary: 'Export everything as one JSON bundle: sessions, agents, events, usage, rules and the event log',
    tag: 'settings',
    access: 'history:export',
    answers: { 200: rawJson(Bundle) },
  }),
  'POST /api/settings/import': endpoint({
    summary: 'Import a bundle: a form with a file, or the {"path"} of a file on this machine',
    tag: 'settings',
    access: 'import:upload',
    body: streamBody({ 'multipart/form-data': { field: 'file' }, 'application/json': S.Struct({ path: S.String }) }),
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
      'EADMIN',
      'INVALID_INPUT',
      'INVALID_PATH',
      'INVALID_JSON',
      'INVALID_FORMAT',
      'PATH_NOT_FOUND',
      'IMPORT_UPLOAD_FAILED',
      'ETOOBIG',
    ],
    statuses: { PATH_NOT_FOUND: 404 },
  }),
  'POST /api/settings/cleanup': endpoint({
    summary: 'End active sessions after a number of idle hours, delete finished sessions after a number of days',
    tag: 'settings',
    access: 'history:erase',
    confirmed: true,
    previewed: true,
    query: { preview: flag('only count, like `dry_run`') },
    body: S.Struct({
      abandon_hours: S.optional(S.NullOr(NotNegative)),
      purge_days: S.optional(S.NullOr(NotNegative)),
      /** Only sessions of this working directory. */
      cwd: S.optional(S.NullOr(S.String.pipe(S.minLength(1), S.maxLength(4096)))),
      dry_run: S.optional(S.Boolean),
    }),
    answers: {
      200: S.Struct({
        ok: S.Literal(true),
        abandoned: Count,
        purged_sessions: Count,
        purged_events: Count,
        purged_agents: Count,
        /** Only with `dry_run`: what these sessions cost, and an estimate of their share of the database in bytes. */
        purged_cost: S.optional(Usd),
        purged_bytes: S.optional(Count),
        dry_run: S.Boolean,
        erasure: Erasure,
      }),
    },
  }),
} as const
