import { ERROR_KINDS } from '../../../domain/insights/error-kinds.js'
import { TIME_STATES } from '../../../domain/insights/state-time.js'
import { Schema as S } from '../../../domain/schema.js'
import { CivilDate, Count, DateTime, Nullable, Provider, Usd } from '../common.js'
import { endpoint } from '../endpoint.js'
import { instant, repeated, scope, zoneName } from '../param.js'
import { part, Used } from './insights.js'

/** Milliseconds. */
const Ms = Count
const PerDay = S.Array(S.Struct({ date: CivilDate, count: Count }))
const project = { cwd: Nullable(S.String) }
const session = { session_id: S.String, name: S.String, ...project }

const tab = {
  tag: 'insights',
  access: 'history:read',
  query: {
    ...scope,
    from: instant('start', 'start of the period (RFC 3339), inclusive'),
    to: instant('start', 'end of the period (RFC 3339), exclusive'),
    timezone: zoneName('time zone of the days, such as Europe/Rome'),
    cwd: repeated('directories of projects'),
    model: repeated('model; of the replies in the Cost tab, else of the sessions'),
  },
  errors: ['EUNAVAILABLE'],
} as const

const CostTotals = S.Struct({ sessions: Count, ...Used.fields })
const ActivityTotals = S.Struct({ sessions: Count, agent_ms: Ms, prompts: Count })
const ToolTotals = S.Struct({ calls: Count, finished: Count, failed: Count })
const AgentTotals = S.Struct({ runs: Count, sessions_with_subagents: Count, sessions: Count })
const ErrorTotals = S.Struct({ errors: Count, sessions_with_errors: Count, sessions: Count })

/** One request per tab of Insights. `previous` is the period of equal length before; null without a start. */
export const insightTabs = {
  'GET /api/insights/cost': endpoint({
    ...tab,
    summary: 'Get the usage and cost of a period',
    answers: {
      200: S.Struct({
        totals: CostTotals,
        previous: Nullable(CostTotals),
        /** Days with usage, in order. */
        days: S.Array(
          S.Struct({
            date: CivilDate,
            sessions: Count,
            ...Used.fields,
            models: S.Array(S.Struct({ model: S.String, ...part })),
            projects: S.Array(S.Struct({ ...project, ...part })),
          }),
        ),
        /** Most expensive first. A model without a price has cost 0 here and is missing from all sums. */
        models: S.Array(S.Struct({ model: S.String, sessions: Count, has_price: S.Boolean, ...Used.fields })),
        projects: S.Array(
          S.Struct({
            ...project,
            sessions: Count,
            last_activity: DateTime,
            ...Used.fields,
            previous_cost: Nullable(Usd),
          }),
        ),
        /** The most expensive ones. */
        sessions: S.Array(S.Struct({ ...session, last_activity: DateTime, ...part })),
        /** Agent time by weekday (0 is Monday) and hour. */
        hours: S.Array(S.Struct({ weekday: Count, hour: Count, ms: Ms })),
      }),
    },
  }),
  'GET /api/insights/activity': endpoint({
    ...tab,
    summary: 'Get sessions and agent time of a period',
    answers: {
      200: S.Struct({
        totals: ActivityTotals,
        previous: Nullable(ActivityTotals),
        days: S.Array(
          S.Struct({
            date: CivilDate,
            providers: S.Array(S.Struct({ provider: Provider, ...ActivityTotals.fields })),
          }),
        ),
        states: S.Array(S.Struct({ state: S.Literal(...TIME_STATES), ms: Ms })),
        /** How long questions to the user were open. */
        waits: S.Struct({ count: Count, median_ms: Nullable(Ms), p90_ms: Nullable(Ms) }),
        projects: S.Array(S.Struct({ ...project, ...ActivityTotals.fields })),
        /** Events by day in the last twelve months, whatever the period and project. */
        year: PerDay,
      }),
    },
  }),
  'GET /api/insights/tools': endpoint({
    ...tab,
    summary: 'Get the tool calls of a period',
    answers: {
      200: S.Struct({
        totals: ToolTotals,
        previous: Nullable(ToolTotals),
        tools: S.Array(
          S.Struct({
            tool_name: S.String,
            ...ToolTotals.fields,
            median_ms: Nullable(Ms),
            p90_ms: Nullable(Ms),
            days: PerDay,
          }),
        ),
        /** Shell commands that failed at least once in three runs or more, the highest failure rate first. */
        commands: S.Array(S.Struct({ command: S.String, runs: Count, failed: Count })),
        slowest: S.Array(
          S.Struct({
            session_id: S.String,
            session_name: S.String,
            ...project,
            tool_name: S.String,
            target: Nullable(S.String),
            at: DateTime,
            duration_ms: Ms,
          }),
        ),
        skills: S.Array(S.Struct({ name: S.String, plugin: Nullable(S.String), count: Count, sessions: Count })),
        plugins: S.Array(S.Struct({ name: S.String, skills: Count, skillCalls: Count, mcpCalls: Count })),
      }),
    },
  }),
  'GET /api/insights/agents': endpoint({
    ...tab,
    summary: 'Get the subagents and compactions of a period',
    answers: {
      200: S.Struct({
        totals: AgentTotals,
        previous: Nullable(AgentTotals),
        types: S.Array(
          S.Struct({
            subagent_type: S.String,
            runs: Count,
            failed: Count,
            median_ms: Nullable(Ms),
            p90_ms: Nullable(Ms),
            cost: Usd,
          }),
        ),
        /** The sessions with the most subagents, and what the session and its subagents cost in the period. */
        delegation: S.Struct({
          sessions: Count,
          list: S.Array(S.Struct({ ...session, subagents: Count, cost: Usd, subagent_cost: Usd })),
        }),
        compaction: S.Struct({
          total: Count,
          sessions: Count,
          /** `context_tokens` is the average size of the context before a compaction. */
          list: S.Array(S.Struct({ ...session, count: Count, context_tokens: Count, last_at: Nullable(DateTime) })),
        }),
      }),
    },
  }),
  'GET /api/insights/errors': endpoint({
    ...tab,
    summary: 'Get the errors of a period by kind',
    answers: {
      200: S.Struct({
        totals: ErrorTotals,
        previous: Nullable(ErrorTotals),
        kinds: S.Array(
          S.Struct({
            kind: S.Literal(...ERROR_KINDS),
            errors: Count,
            sessions: Count,
            days: PerDay,
            /** The newest error of each of the sessions that had one last. */
            latest: S.Array(
              S.Struct({
                session_id: S.String,
                session_name: S.String,
                ...project,
                at: DateTime,
                /** Null for a failed request or turn. */
                tool_name: Nullable(S.String),
                target: Nullable(S.String),
                error: Nullable(S.String),
              }),
            ),
          }),
        ),
      }),
    },
  }),
} as const
