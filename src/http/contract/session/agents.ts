import { Schema as S } from '../../../domain/schema.js'
import { AGENT_STATUS_INPUTS } from '../../../domain/session/status.js'
import { AgentStatus, AwaitingReason, Count, DateTime, Nullable, Situation, Usd } from '../common.js'
import { endpoint } from '../endpoint.js'
import { JsonObject } from '../json.js'
import { bool, list, oneOf, page, scope, text } from '../param.js'

export const Agent = S.Struct({
  /** The id of a session's main agent is `<session_id>-main`. */
  id: S.String,
  session_id: S.String,
  name: S.String,
  type: S.Literal('main', 'subagent'),
  subagent_type: Nullable(S.String),
  status: AgentStatus,
  task: Nullable(S.String),
  current_tool: Nullable(S.String),
  started_at: DateTime,
  ended_at: Nullable(DateTime),
  parent_agent_id: Nullable(S.String),
  /** JSON; `tokens` contains the agent's token buckets. */
  metadata: Nullable(S.String),
  updated_at: DateTime,
  awaiting_input_since: Nullable(DateTime),
  awaiting_reason: Nullable(AwaitingReason),
  /** What it is doing, in the terms of a session's `situation`. */
  situation: S.optional(Situation),
  status_since: DateTime,
  /** The event that determined the status, and its kind: the reason for a derived state. */
  status_event_id: Nullable(S.Int),
  status_event_type: Nullable(S.String),
  /** For an agent that a workflow started: its run and phase. */
  workflow_run_id: Nullable(S.String),
  workflow_phase: Nullable(S.String),
  last_activity: Nullable(DateTime),
  agent_type: S.String,
  input_tokens: Count,
  output_tokens: Count,
  cost: Usd,
})

const ToolExecution = S.Struct({
  id: S.Int,
  agent_id: S.String,
  session_id: S.String,
  tool_name: S.String,
  duration_ms: Count,
  success: S.Literal(0, 1),
  error_message: Nullable(S.String),
  created_at: DateTime,
})

const AgentStatusInput = S.Literal(...AGENT_STATUS_INPUTS)
const about = { kind: 'agent', param: 'id' } as const

/** Maximum page size, which is also the default without `limit`. */
const MOST_AGENTS = 10_000

export const agents = {
  'GET /api/agents': endpoint({
    summary: 'List agents, most recent activity first (up to 10,000 without `limit`)',
    tag: 'agents',
    access: 'history:read',
    query: {
      ...page(MOST_AGENTS, MOST_AGENTS),
      ...scope,
      status: oneOf(AGENT_STATUS_INPUTS, '`idle` returns waiting main agents'),
      session_id: text('session id'),
      session_ids: list('session ids'),
    },
    answers: { 200: S.Struct({ agents: S.Array(Agent), limit: Count, offset: Count }) },
    errors: ['EUNAVAILABLE'],
  }),
  'GET /api/agents/:id': endpoint({
    summary: 'Get an agent',
    tag: 'agents',
    access: 'session:read',
    about,
    answers: { 200: S.Struct({ agent: Agent }) },
  }),
  'GET /api/agents/:id/tools': endpoint({
    summary: 'List the tool executions of an agent, newest first',
    tag: 'agents',
    access: 'session:read',
    about,
    query: page(1000, 100),
    answers: { 200: S.Struct({ tools: S.Array(ToolExecution) }) },
  }),
  'POST /api/agents': endpoint({
    summary: 'Create an agent',
    tag: 'agents',
    access: 'session:write',
    names: 'session',
    body: S.Struct({
      id: S.NonEmptyString,
      session_id: S.NonEmptyString,
      name: S.NonEmptyString,
      type: S.optional(S.Literal('main', 'subagent')),
      subagent_type: S.optional(Nullable(S.String)),
      status: S.optional(AgentStatusInput),
      task: S.optional(Nullable(S.String)),
      parent_agent_id: S.optional(Nullable(S.String)),
      metadata: S.optional(Nullable(JsonObject)),
    }),
    answers: {
      200: S.Struct({ agent: Agent, created: S.Boolean }),
      201: S.Struct({ agent: Agent, created: S.Boolean }),
    },
    errors: ['NOT_FOUND', 'ENOTFOUND'],
  }),
  'PATCH /api/agents/:id': endpoint({
    summary: 'Update an agent; omitted fields are unchanged, a null `current_tool` clears it',
    tag: 'agents',
    access: 'session:write',
    about,
    body: S.Struct({
      name: S.optional(Nullable(S.String)),
      status: S.optional(Nullable(AgentStatusInput)),
      task: S.optional(Nullable(S.String)),
      current_tool: S.optional(Nullable(S.String)),
      ended_at: S.optional(Nullable(S.String)),
      metadata: S.optional(Nullable(JsonObject)),
    }),
    answers: { 200: S.Struct({ agent: Agent }) },
  }),
  'GET /api/tools': endpoint({
    summary: 'List tool executions, newest first',
    tag: 'agents',
    access: 'history:read',
    query: {
      ...page(1000, 100),
      ...scope,
      tool_name: list('tool names'),
      success: bool('`true` for successful executions only, `false` for failed ones'),
    },
    answers: { 200: S.Struct({ tools: S.Array(ToolExecution), total: Count }) },
    errors: ['EUNAVAILABLE'],
  }),
} as const
