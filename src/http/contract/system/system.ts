import { Schema as S } from '../../../domain/schema.js'
import { Count, Counts, DateTime, Nullable, Tokens, UnpricedModels, Usd } from '../common.js'
import { endpoint } from '../endpoint.js'
import { JsonObject } from '../json.js'
import { rowId, scope, timeZone } from '../param.js'
import { rawAnswer } from '../raw.js'

/** The tables are brought to this release. Until then figures may be those of the release before. */
const Rebuilding = S.Struct({
  /** How many events of the log were read, and how many there are. */
  events: Count,
  of: Count,
  /** An estimate; null at the start. */
  seconds_left: Nullable(S.Number),
})

const Health = S.Struct({
  status: S.Literal('ok'),
  version: S.String,
  timestamp: DateTime,
  /** Present after an upgrade, until the tables are those of this release. */
  rebuilding: S.optional(Rebuilding),
  /** Present if events that were stored are missing in the log. `missing`: at most; null if it continued without them. */
  lost_events: S.optional(S.Struct({ found_at: DateTime, missing: Nullable(Count) })),
})

export const system = {
  'GET /api/health': endpoint({
    summary: 'Check the health of the service',
    tag: 'system',
    access: 'health:read',
    answers: { 200: Health },
  }),
  'GET /api/openapi.json': endpoint({
    summary: 'Get this API description (OpenAPI 3.0.3)',
    tag: 'system',
    access: 'docs:read',
    answers: { 200: JsonObject },
  }),
  'GET /api/docs': endpoint({
    summary: 'Get the API documentation as a page',
    tag: 'system',
    access: 'docs:read',
    answers: { 200: rawAnswer('text/html; charset=utf-8') },
  }),
  'GET /api/redoc': endpoint({
    summary: 'Get the API reference with schemas and examples as a page',
    tag: 'system',
    access: 'docs:read',
    answers: { 200: rawAnswer('text/html; charset=utf-8') },
  }),
  'GET /api/redoc/redoc.standalone.js': endpoint({
    summary: 'Get the script of the API reference page',
    tag: 'system',
    access: 'docs:read',
    answers: { 200: rawAnswer('text/javascript; charset=utf-8') },
    errors: ['NOT_FOUND'],
  }),
  'GET /api/metrics': endpoint({
    summary: 'Get metrics in the Prometheus text format',
    tag: 'system',
    access: 'metrics:read',
    answers: { 200: rawAnswer('text/plain; version=0.0.4; charset=utf-8') },
  }),
  'GET /api/stats': endpoint({
    summary: 'Get global counts',
    tag: 'system',
    access: 'history:read',
    query: { ...scope, ...timeZone, lane: rowId('only the sessions of this lane') },
    answers: {
      200: S.Struct({
        total_sessions: Count,
        active_sessions: Count,
        active_agents: Count,
        total_agents: Count,
        total_events: Count,
        events_today: Count,
        ws_connections: Count,
        agents_by_status: Counts,
        sessions_by_status: Counts,
        tokens: Tokens,
        total_cost: Usd,
        /** Cost of today's usage in the caller's time zone. */
        cost_today: Usd,
        unpriced: UnpricedModels,
        unpriced_today: UnpricedModels,
      }),
    },
  }),
} as const
