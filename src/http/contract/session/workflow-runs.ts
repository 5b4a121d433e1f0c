import { Schema as S } from '../../../domain/schema.js'
import { Agent } from './agents.js'
import { Count, DateTime, Nullable } from '../common.js'
import { endpoint } from '../endpoint.js'
import { EventRow } from './events.js'
import { page, scope, text } from '../param.js'

const words = S.optional(S.String)
const number = S.optional(S.Number)

/** A phase that started (`workflow_phase`) or an agent of the run (`workflow_agent`). Times are milliseconds since 1970. */
const WorkflowStep = S.Struct({
  type: S.String,
  index: number,
  title: words,
  label: words,
  phaseIndex: number,
  phaseTitle: words,
  /** The session's agent with this id. */
  agentId: words,
  agentType: words,
  model: words,
  /** `start`, `running`, `done`, `error` and other values of the CLI. */
  state: words,
  error: words,
  startedAt: number,
  queuedAt: number,
  lastProgressAt: number,
  durationMs: number,
  attempt: number,
  tokens: number,
  toolCalls: number,
  lastToolName: words,
  lastToolSummary: words,
  /** The first 200 characters of the agent's prompt and of its answer. */
  promptPreview: words,
  resultPreview: words,
  cached: S.optional(S.Boolean),
})

/** A run of Claude Code's workflow tool: a script that starts many agents. */
export const WorkflowRun = S.Struct({
  /** `wf_…` */
  run_id: S.String,
  session_id: S.String,
  task_id: Nullable(S.String),
  name: S.String,
  /** `running`, `completed`, `failed`, `killed` and other values of the CLI. */
  status: S.String,
  default_model: Nullable(S.String),
  started_at: Nullable(DateTime),
  ended_at: Nullable(DateTime),
  duration_ms: Nullable(S.Number),
  agent_count: Count,
  total_tokens: Count,
  total_tool_calls: Count,
  phases: S.Array(S.Struct({ title: S.String, detail: Nullable(S.String) })),
  progress: S.Array(WorkflowStep),
  script_path: Nullable(S.String),
  journal_path: Nullable(S.String),
  /** `live` until the CLI has written the run's journal: the figures are then those of its agents so far. */
  source: S.Literal('journal', 'live'),
  created_at: DateTime,
  updated_at: DateTime,
})

export const workflowRuns = {
  'GET /api/workflows/runs': endpoint({
    summary: 'List workflow runs, newest first',
    tag: 'insights',
    access: 'history:read',
    query: {
      ...page(1000, 50),
      ...scope,
      status: text('run status; `all` disables the filter'),
      session_id: text('session id'),
    },
    answers: {
      200: S.Struct({
        runs: S.Array(WorkflowRun),
        total: Count,
        /** Number of runs by status, regardless of the requested status. */
        counts: S.Record({ key: S.String, value: Count }),
        limit: Count,
        offset: Count,
      }),
    },
  }),
  'GET /api/workflows/runs/:runId': endpoint({
    summary: 'Get a workflow run with its agents and their first 5,000 events, oldest first',
    tag: 'insights',
    access: 'session:read',
    about: { kind: 'workflowRun', param: 'runId' },
    query: scope,
    answers: { 200: S.Struct({ workflow: WorkflowRun, agents: S.Array(Agent), events: S.Array(EventRow) }) },
  }),
} as const
