import type { TreeNode as Node } from '../../../domain/insights/tree.js'
import { Schema as S } from '../../../domain/schema.js'
import { SESSION_STATUSES } from '../../../domain/session/status.js'
import { AgentStatus, CivilDate, Count, Counts, DateTime, Nullable, SessionStatus, Tokens, Usd } from '../common.js'
import { endpoint } from '../endpoint.js'
import { EventRow } from '../session/events.js'
import { day, instant, oneOf, scope, timeZone, zoneName } from '../param.js'
import { Session } from '../session/sessions.js'

const Percent = S.Number.annotations({ description: '0 to 100, one decimal', jsonSchema: { type: 'number' } })
const Link = S.Struct({ source: S.String, target: S.String, weight: Count })
const PerDay = S.Array(S.Struct({ date: S.String, count: Count }))

const status = {
  status: oneOf([...SESSION_STATUSES, 'all'], 'session status'),
}

const TreeNode: S.Schema<Node> = S.Struct({
  id: S.String,
  name: S.String,
  type: S.String,
  subagent_type: Nullable(S.String),
  status: S.String,
  task: Nullable(S.String),
  started_at: DateTime,
  ended_at: Nullable(DateTime),
  children: S.Array(
    S.suspend((): S.Schema<Node> => TreeNode).annotations({
      jsonSchema: { type: 'object', description: 'a child node of the same shape' },
    }),
  ),
})

const Workflows = S.Struct({
  stats: S.Struct({
    totalSessions: Count,
    totalAgents: Count,
    totalSubagents: Count,
    avgSubagents: S.Number,
    successRate: Percent,
    avgDepth: S.Number,
    avgDurationSec: Count,
    totalCompactions: Count,
    avgCompactions: S.Number,
    topFlow: Nullable(S.Struct({ source: S.String, target: S.String, count: Count })),
  }),
  orchestration: S.Struct({
    sessionCount: Count,
    mainCount: Count,
    subagentTypes: S.Array(S.Struct({ subagent_type: S.String, count: Count, completed: Count, errors: Count })),
    edges: S.Array(Link),
    outcomes: S.Array(S.Struct({ status: SessionStatus, count: Count })),
    compactions: S.Struct({ total: Count, sessions: Count }),
  }),
  /** Each call counts once; `value` is how often one tool was called directly after the other in a session. */
  toolFlow: S.Struct({
    transitions: S.Array(S.Struct({ source: S.String, target: S.String, value: Count })),
    toolCounts: S.Array(S.Struct({ tool_name: S.String, count: Count })),
  }),
  effectiveness: S.Array(
    S.Struct({
      subagent_type: S.String,
      total: Count,
      completed: Count,
      errors: Count,
      sessions: Count,
      successRate: Percent,
      /** Seconds. */
      avgDuration: Nullable(Count),
      /** The last eight weeks by weekday, Monday first. */
      trend: S.Array(Count),
    }),
  ),
  patterns: S.Struct({
    /** How often the sequence occurred, and in what percentage of sessions. */
    patterns: S.Array(S.Struct({ steps: S.Array(S.String), count: Count, percentage: Percent })),
    soloSessionCount: Count,
    soloPercentage: Percent,
  }),
  modelDelegation: S.Struct({
    mainModels: S.Array(S.Struct({ model: S.String, agent_count: Count, session_count: Count })),
    subagentModels: S.Array(S.Struct({ model: S.String, agent_count: Count })),
    tokensByModel: S.Array(S.Struct({ model: S.String, ...Tokens.fields })),
  }),
  errorPropagation: S.Struct({
    byDepth: S.Array(S.Struct({ depth: Count, count: Count })),
    byType: S.Array(S.Struct({ subagent_type: S.String, count: Count })),
    eventErrors: S.Array(S.Struct({ summary: S.String, count: Count })),
    sessionsWithErrors: Count,
    totalSessions: Count,
    errorRate: Percent,
  }),
  /** Fractions of a session's duration. */
  concurrency: S.Struct({
    aggregateLanes: S.Array(S.Struct({ name: S.String, avgStart: S.Number, avgEnd: S.Number, count: Count })),
  }),
  complexity: S.Array(
    S.Struct({
      id: S.String,
      name: S.String,
      status: SessionStatus,
      /** Seconds. */
      duration: Count,
      agentCount: Count,
      subagentCount: Count,
      totalTokens: Count,
      model: Nullable(S.String),
    }),
  ),
  compaction: S.Struct({
    totalCompactions: Count,
    tokensRecovered: Count,
    perSession: S.Array(S.Struct({ session_id: S.String, compactions: Count })),
    sessionsWithCompactions: Count,
    totalSessions: Count,
  }),
  cooccurrence: S.Array(Link),
})

export const Used = S.Struct({ ...Tokens.fields, total_tokens: Count, cost: Usd })
export const part = { total_tokens: Count, cost: Usd }

/** The period of the aggregates: what happened in it. Without bounds they are about all time. */
const period = {
  from: instant('start', 'start of the period (RFC 3339), inclusive'),
  to: instant('start', 'end of the period (RFC 3339), exclusive'),
}

const UsageReport = S.Struct({
  timezone: S.String,
  since: Nullable(CivilDate),
  until: Nullable(CivilDate),
  totals: S.Struct({ sessions: Count, ...Used.fields }),
  /** The same number of days directly before; null when the report has no first day. */
  previous: Nullable(Used),
  /** Days with usage, in order. */
  days: S.Array(
    S.Struct({
      date: CivilDate,
      sessions: Count,
      ...Used.fields,
      models: S.Array(S.Struct({ model: S.String, ...part })),
      projects: S.Array(S.Struct({ cwd: Nullable(S.String), ...part })),
    }),
  ),
  /** Most expensive first. A model without a price has cost 0 here and is missing from all sums. */
  models: S.Array(S.Struct({ model: S.String, sessions: Count, has_price: S.Boolean, ...Used.fields })),
  /** Most expensive first. A project is the working directory of sessions; null when it is unknown. */
  projects: S.Array(
    S.Struct({
      cwd: Nullable(S.String),
      sessions: Count,
      last_activity: DateTime,
      ...Used.fields,
    }),
  ),
})

export const insights = {
  'GET /api/analytics': endpoint({
    summary: 'Get totals and daily counts of all time or a period',
    tag: 'insights',
    access: 'history:read',
    query: { ...scope, ...timeZone, ...period },
    answers: {
      200: S.Struct({
        tokens: S.Struct({
          total_input: Count,
          total_output: Count,
          total_cache_read: Count,
          total_cache_write: Count,
        }),
        tool_usage: S.Array(S.Struct({ tool_name: S.String, count: Count })),
        daily_events: PerDay,
        daily_sessions: PerDay,
        agent_types: S.Array(S.Struct({ subagent_type: Nullable(S.String), count: Count })),
        event_types: S.Array(S.Struct({ event_type: S.String, count: Count })),
        avg_events_per_session: S.Number,
        total_subagents: Count,
        overview: S.Struct({
          total_sessions: Count,
          active_sessions: Count,
          active_agents: Count,
          total_agents: Count,
          total_events: Count,
        }),
        agents_by_status: Counts,
        sessions_by_status: Counts,
        total_cost: Usd,
      }),
    },
    errors: ['EUNAVAILABLE'],
  }),
  'GET /api/usage': endpoint({
    summary: 'Get usage and cost of a period by day, model and project',
    tag: 'insights',
    access: 'history:read',
    query: {
      ...scope,
      timezone: zoneName('time zone, such as Europe/Rome'),
      since: day('first day, inclusive'),
      until: day('last day, inclusive'),
    },
    answers: { 200: UsageReport },
    errors: ['EUNAVAILABLE'],
  }),
  'GET /api/workflows': endpoint({
    summary: 'Get statistics on agents, tools and workflows over all sessions',
    tag: 'insights',
    access: 'history:read',
    query: { ...scope, ...status, ...period },
    answers: { 200: Workflows },
    errors: ['EUNAVAILABLE'],
  }),
  'GET /api/workflows/skill-usage': endpoint({
    summary: 'List the most used skills and plugins',
    tag: 'insights',
    access: 'history:read',
    query: { ...scope, ...status, ...period },
    answers: {
      200: S.Struct({
        skills: S.Array(S.Struct({ name: S.String, plugin: Nullable(S.String), count: Count, sessions: Count })),
        plugins: S.Array(S.Struct({ name: S.String, skills: Count, skillCalls: Count, mcpCalls: Count })),
      }),
    },
    errors: ['EUNAVAILABLE'],
  }),
  'GET /api/workflows/session/:id': endpoint({
    summary: 'Get the agent tree, tool calls and first events of a session',
    tag: 'insights',
    access: 'session:read',
    about: { kind: 'session', param: 'id' },
    query: scope,
    answers: {
      200: S.Struct({
        session: Session,
        tree: S.Array(TreeNode),
        toolTimeline: S.Array(
          S.Struct({
            id: S.Int,
            tool_name: S.String,
            event_type: S.Literal('PreToolUse', 'PostToolUse'),
            agent_id: S.String,
            created_at: DateTime,
            /** Null while the call is running. */
            ended_at: Nullable(DateTime),
            summary: Nullable(S.String),
            failed: S.Boolean,
          }),
        ),
        swimLanes: S.Array(
          S.Struct({
            id: S.String,
            name: S.String,
            type: S.Literal('main', 'subagent'),
            subagent_type: Nullable(S.String),
            status: AgentStatus,
            started_at: DateTime,
            ended_at: Nullable(DateTime),
            parent_agent_id: Nullable(S.String),
          }),
        ),
        events: S.Array(EventRow),
      }),
    },
  }),
} as const
