import { Schema as S } from '../../../domain/schema.js'
import { Count, DateTime, Nullable } from '../common.js'
import { endpoint } from '../endpoint.js'
import { clamped, flag, instant, list, repeated, scope, text } from '../param.js'

const ToolCall = S.Struct({
  /** Unique within its session. */
  id: S.String,
  session_id: S.String,
  session_name: S.String,
  session_cwd: Nullable(S.String),
  agent_id: S.String,
  /** Null for the main agent. */
  agent_name: Nullable(S.String),
  tool_name: S.String,
  /** What the tool acts on: a command, a path, a pattern. */
  target: Nullable(S.String),
  /** `waiting`: for the user. `unfinished`: without a result, and the turn of the agent is over. */
  state: S.Literal('running', 'waiting', 'done', 'failed', 'unfinished'),
  started_at: Nullable(DateTime),
  ended_at: Nullable(DateTime),
  duration_ms: Nullable(Count),
  error: Nullable(S.String),
  /** What a successful call did, as far as its hook reported it. */
  outcome: Nullable(
    S.Struct({
      added: S.optional(Count),
      removed: S.optional(Count),
      lines: S.optional(Count),
      files: S.optional(Count),
    }),
  ),
  /** The events of the event list that report the start and the result. */
  start_event_id: Nullable(S.Int),
  end_event_id: Nullable(S.Int),
  /** The line of the agent's transcript with the call. */
  line: Nullable(S.Int),
})

const StripPart = S.Struct({
  from: DateTime,
  to: DateTime,
  /** An edit that failed is `failed`. */
  kind: S.Literal('call', 'edit', 'failed'),
  tool: S.String,
  target: Nullable(S.String),
  /** Number of calls that are too near to be drawn apart, and how many of them were edits or failed. */
  calls: Count,
  edits: Count,
  failures: Count,
  /** The line of the agent's transcript with the call. */
  line: Nullable(S.Int),
})

export const calls = {
  'GET /api/sessions/:id/strip': endpoint({
    summary: 'Get the tool calls of a session over time by agent',
    tag: 'sessions',
    access: 'session:read',
    about: { kind: 'session', param: 'id' },
    query: scope,
    answers: {
      200: S.Struct({
        /** How long turns of the main agent ran, without waits for the user, up to the last event. */
        active_ms: Count,
        calls: Count,
        edits: Count,
        failures: Count,
        tracks: S.Array(S.Struct({ agent_id: S.String, parts: S.Array(StripPart) })),
      }),
    },
    errors: ['EUNAVAILABLE'],
  }),
  'GET /api/calls': endpoint({
    summary: 'List tool calls, latest finished first',
    tag: 'events',
    access: 'history:read',
    query: {
      ...scope,
      limit: clamped(1, 500, 100, 'page size'),
      before: text('the `next` of the previous page'),
      failed: flag('only failed calls'),
      tool_name: list('tool names'),
      session_id: list('session ids'),
      agent_id: list('agent ids'),
      cwd: repeated('directories of projects'),
      q: text('substring of the summary, the tool name or the data of an event of the call'),
      from: instant('start', 'finished at or after this date or time'),
      to: instant('end', 'finished at or before this date or time'),
    },
    answers: {
      200: S.Struct({
        /** On the first page: calls without a result, newest first. With `session_id` also those of stopped agents. */
        open: S.Array(ToolCall),
        calls: S.Array(ToolCall),
        /** The cursor of the next page; null on the last one. */
        next: Nullable(S.String),
      }),
    },
    errors: ['EUNAVAILABLE'],
  }),
} as const
