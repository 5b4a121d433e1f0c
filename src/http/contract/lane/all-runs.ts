import { RUN_ENDS, RUN_STATUSES } from '../../../domain/run/run.js'
import { Schema as S } from '../../../domain/schema.js'
import { TOOL_IDS } from '../../../domain/tools/catalog.js'
import { Count, DateTime, Nullable, ToolId } from '../common.js'
import { endpoint } from '../endpoint.js'
import { describedAs, Json } from '../json.js'
import { clamped, oneOf, text } from '../param.js'
import { Lane } from './lanes.js'
import { START_ERRORS, startMembers } from './runs.js'

const Text = Nullable(S.String)

/** One start of an agent or a shell in a slot of a lane. */
const Run = S.Struct({
  run_id: S.String,
  lane_id: S.Int,
  slot: S.Int,
  /** Null for a shell. */
  tool: Nullable(ToolId),
  shell: S.Boolean,
  cwd: S.String,
  status: S.Literal(...RUN_STATUSES),
  /** The beginning of the prompt. */
  prompt: Text,
  model: Text,
  permission_mode: Text,
  effort: Text,
  sandbox: Text,
  approval: Text,
  /** The id of the session that it resumed, or `last`. */
  resume: Text,
  worktree: S.Boolean,
  session_id: Text,
  pid: Nullable(S.Int),
  /** Why it ended; null while it is alive. */
  reason: Nullable(S.Literal(...RUN_ENDS)),
  /** Null while it is alive, and if a signal killed it. */
  exit_code: Nullable(S.Int),
  signal: Text,
  /** Why it could not be started. */
  detail: Text,
  started_at: DateTime,
  ended_at: Nullable(DateTime),
  /** The account whose login it used; null for the machine's own. */
  account: Text,
  /** The AI proxy of its requests; null for none. */
  router: Text,
})

const about = { kind: 'run', param: 'id' } as const
const tool = oneOf(TOOL_IDS, 'the tool; default `cli_a`')

/** Runs of all lanes, and what a client needs to offer a start. */
export const allRuns = {
  'GET /api/run': endpoint({
    summary: 'List the live runs of all lanes',
    tag: 'lanes',
    access: 'lane:read',
    answers: { 200: S.Struct({ items: S.Array(Run), activeCount: Count }) },
  }),
  'POST /api/run': endpoint({
    summary: 'Start an agent or a shell in a directory',
    tag: 'lanes',
    access: 'lane:create',
    body: S.Struct({ ...startMembers, cwd: S.optional(describedAs(Json, Text)) }),
    answers: { 201: S.Struct({ run_id: S.String, lane: Lane, slot: S.Int, attached: S.Boolean }) },
    errors: [...START_ERRORS, 'EBADCWD', 'EBADPIPELINE', 'EDUPCWD', 'ENOLANE', 'ENOTFOUND'],
  }),
  'GET /api/run/history': endpoint({
    summary: 'List the runs that have ended, newest first',
    tag: 'lanes',
    access: 'lane:read',
    query: {
      limit: clamped(1, 500, 50, 'page size'),
      before: text('the `run_id` of the last item of the page before'),
    },
    answers: { 200: S.Struct({ items: S.Array(Run), next: Text }) },
  }),
  'GET /api/run/binary': endpoint({
    summary: 'Find the program of a tool',
    tag: 'lanes',
    access: 'catalog:read',
    tables: false,
    query: { tool },
    answers: { 200: S.Struct({ tool: ToolId, name: S.String, found: S.Boolean, path: Text }) },
  }),
  'GET /api/run/environment': endpoint({
    summary: 'List the variables that agents get',
    tag: 'lanes',
    access: 'catalog:read',
    tables: false,
    answers: { 200: S.Struct({ passed: S.Array(S.String), withheld: S.Array(S.String) }) },
  }),
  'GET /api/run/models': endpoint({
    summary: 'List models to offer for a tool',
    tag: 'lanes',
    access: 'catalog:read',
    query: { tool },
    answers: { 200: S.Struct({ tool: ToolId, items: S.Array(S.Struct({ id: S.String })) }) },
  }),
  'GET /api/run/cwds': endpoint({
    summary: 'List directories to offer for a run',
    tag: 'lanes',
    access: 'lane:read',
    answers: {
      200: S.Struct({
        items: S.Array(S.Struct({ kind: S.Literal('lane', 'recent', 'home'), path: S.String, label: S.String })),
      }),
    },
  }),
  'GET /api/run/:id': endpoint({
    summary: 'Get a run',
    tag: 'lanes',
    access: 'lane:read',
    about,
    answers: { 200: S.Struct({ run: Run }) },
  }),
  'DELETE /api/run/:id': endpoint({
    summary: 'Stop a run',
    tag: 'lanes',
    access: 'lane:write',
    about,
    answers: { 200: S.Struct({ ok: S.Literal(true) }) },
    errors: ['ERUNTIMEOUT', 'ETMUX', 'ETMUXMISSING'],
  }),
} as const

export type AllRunsRoute = keyof typeof allRuns
