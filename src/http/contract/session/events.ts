import { Schema as S } from '../../../domain/schema.js'
import { Count, DateTime, Nullable } from '../common.js'
import { endpoint } from '../endpoint.js'
import { instant, list, page, scope, text } from '../param.js'

export const EventRow = S.Struct({
  /** The position in the log: stable across a rebuild, never reused. */
  id: Nullable(S.Int),
  session_id: S.String,
  agent_id: Nullable(S.String),
  event_type: S.String,
  tool_name: Nullable(S.String),
  summary: Nullable(S.String),
  /** The payload as JSON text. In a page of more than 2 MB, long ones are left out: `GET /api/events?id=` has them. */
  data: Nullable(S.String),
  created_at: DateTime,
  session_name: S.optional(Nullable(S.String)),
  session_cwd: S.optional(Nullable(S.String)),
  session_lane_id: S.optional(Nullable(S.Int)),
  agent_name: S.optional(Nullable(S.String)),
  agent_subagent_type: S.optional(Nullable(S.String)),
})

const Counted = S.Array(S.Struct({ value: S.String, count: Count }))

export const events = {
  'GET /api/events': endpoint({
    summary: 'List events, newest first',
    tag: 'events',
    access: 'history:read',
    query: {
      ...page(500, 50),
      ...scope,
      event_type: list('event types'),
      tool_name: list('tool names'),
      agent_id: list('agent ids'),
      session_id: list('session ids'),
      id: list('event ids; other filters are ignored'),
      q: text('substring of summary, tool name or data'),
      from: instant('start', 'start date or time, inclusive'),
      to: instant('end', 'end date or time, inclusive'),
    },
    answers: {
      200: S.Struct({
        events: S.Array(EventRow),
        limit: Count,
        offset: Count,
        total: Count,
        /** With `q`: there are more matches than `total`, which is then 10,000. Later pages can still be read. */
        total_capped: S.optional(S.Literal(true)),
      }),
    },
    errors: ['EUNAVAILABLE'],
  }),
  'GET /api/events/facets': endpoint({
    summary: 'List distinct event types and tool names',
    tag: 'events',
    access: 'history:read',
    query: scope,
    answers: {
      200: S.Struct({
        event_types: S.Array(S.String),
        tool_names: S.Array(S.String),
        /** The same with the number of events of each. */
        counts: S.optional(S.Struct({ event_types: Counted, tool_names: Counted })),
      }),
    },
  }),
} as const
