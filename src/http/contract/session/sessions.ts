import { Schema as S } from '../../../domain/schema.js'
import { DAY_GROUPS } from '../../../domain/session/day-group.js'
import { SESSION_ORDERS } from '../../../domain/session/list-order.js'
import { Agent } from './agents.js'
import { matching } from './matching.js'
import {
  AwaitingReason,
  Count,
  Counts,
  DateTime,
  Nullable,
  Provider,
  SessionStatus,
  Situation,
  Tokens,
  ToolId,
  UnpricedModels,
  Usd,
} from '../common.js'
import { OptionalName } from '../name.js'
import { endpoint } from '../endpoint.js'
import { JsonObject } from '../json.js'
import { EventRow } from './events.js'
import { ControllingTerminal } from './controlling-terminal.js'
import { TodoSnapshot, TodoSummary } from './todos.js'
import { TranscriptInfo, TranscriptPage } from './transcript.js'
import { WorkflowRun } from './workflow-runs.js'
import { bool, clamped, flag, oneOf, page, scope, text, zoneName } from '../param.js'
import { rawAnswer } from '../raw.js'

/** What to show beside a session's name: its question, the running tool, the error, or its last sentence. */
const Headline = S.Struct({
  kind: S.Literal('permission', 'question', 'tool', 'error', 'reply', 'prompt'),
  /** The tool that is running or needs permission. */
  tool: Nullable(S.String),
  text: S.String,
})

export const Session = S.Struct({
  id: S.String,
  /** Whose it is, in server mode; null in local mode. */
  owner_id: Nullable(S.Int),
  owner_username: S.optional(S.String),
  name: Nullable(S.String),
  status: SessionStatus,
  cwd: Nullable(S.String),
  /** The directory of its project: that of the repository if the session ran in the worktree of a lane, else `cwd`. */
  project: Nullable(S.String),
  /** The branch in the newest line of the transcript. */
  git_branch: Nullable(S.String),
  model: Nullable(S.String),
  started_at: DateTime,
  ended_at: Nullable(DateTime),
  metadata: Nullable(S.String),
  updated_at: DateTime,
  agent_count: Nullable(Count),
  last_activity: Nullable(DateTime),
  cost: Nullable(Usd),
  unpriced: UnpricedModels,
  awaiting_input_since: Nullable(DateTime),
  awaiting_reason: Nullable(AwaitingReason),
  lane_id: Nullable(S.Int),
  tool: ToolId,
  source: S.String,
  provider: Provider,
  transcript_path: Nullable(S.String),
  prompt_preview: Nullable(S.String),
  /** The two newest distinct prompts, the older one first, one per line, for a card. */
  card_prompt_preview: Nullable(S.String),
  situation: Situation,
  situation_since: DateTime,
  /** The event that determined the situation, and its kind: the reason for a derived state. */
  situation_event_id: Nullable(S.Int),
  situation_event_type: Nullable(S.String),
  headline: Nullable(Headline),
  /** Number of subagents by status. */
  subagents: Counts,
  /** The session that it was forked from, that started it as a subagent, or that it is a copy of. */
  parent_session_id: Nullable(S.String),
  /** For a thread that nobody waits for: a subagent of its parent, one that Codex itself started, a copy of another session. */
  thread: Nullable(S.Literal('subagent', 'internal', 'import')),
  /** Whether a user pinned it. */
  pinned: S.Boolean,
  /** What users call it, to find it again. */
  tags: S.Array(S.String),
  note: Nullable(S.String),
  /** Whether a user dismissed its failure; false again when it fails another time. */
  failure_dismissed: S.Boolean,
  /** The session that this one goes on as, and the one that it continues: its user moved it to the background. */
  continued_in: Nullable(S.String),
  continued_from: Nullable(S.String),
  /** Whether it runs in the background, without a terminal. */
  background: S.Boolean,
  /** Whether the process that sends the hooks was alive at the last check; null when it is not visible. */
  process_alive: Nullable(S.Boolean),
})

const ListedSession = S.Struct({ ...Session.fields, todo_summary: S.optional(Nullable(TodoSummary)) })
const SessionRead = S.Struct({ ...Session.fields, todo_snapshot: Nullable(TodoSnapshot) })

const SessionStats = S.Struct({
  session_id: S.String,
  total_events: Count,
  events_by_type: S.Array(S.Struct({ event_type: S.String, count: Count })),
  tools_used: S.Array(S.Struct({ tool_name: S.String, count: Count })),
  error_count: Count,
  first_event_at: Nullable(DateTime),
  last_event_at: Nullable(DateTime),
  agents: S.Struct({ total: Count, main: Count, subagent: Count, compaction: Count, by_status: Counts }),
  subagent_types: S.Array(S.Struct({ subagent_type: S.String, count: Count })),
  tokens: Tokens,
  tool_call_count: Count,
  distinct_tool_count: Count,
})

const about = { kind: 'session', param: 'id' } as const

const SessionSum = S.Struct({ sessions: Count, cost: Usd })
const Facet = S.Array(S.Struct({ value: S.String, count: Count }))

export const sessions = {
  'GET /api/sessions': endpoint({
    summary: 'List sessions, most recent activity first',
    tag: 'sessions',
    access: 'history:read',
    query: {
      ...page(1000, 50),
      ...matching,
      pinned: oneOf(['only', 'without'], 'only pinned sessions, or only others'),
      sort_by: oneOf(SESSION_ORDERS, 'sort order, `time` of the last activity by default'),
      sort_desc: bool('sort in descending order, true by default'),
      cursor: text('`next_cursor` of the page before, instead of `offset`; with the same order'),
      include_task_progress: flag('adds `todo_summary` to the first 100 sessions of the page'),
    },
    answers: {
      200: S.Struct({
        sessions: S.Array(ListedSession),
        total: Count,
        limit: Count,
        offset: Count,
        /** Null after the last page. */
        next_cursor: Nullable(S.String),
      }),
    },
    errors: ['EUNAVAILABLE'],
  }),
  'GET /api/sessions/facets': endpoint({
    summary: 'List the filter values of sessions',
    tag: 'sessions',
    access: 'history:read',
    query: matching,
    answers: {
      200: S.Struct({
        cwds: S.Array(S.String),
        sources: S.Array(S.String),
        providers: S.Array(S.String),
        /** For each value, the number of sessions that match the other filters, most frequent first. */
        counts: S.Struct({
          provider: Facet,
          status: Facet,
          state: Facet,
          model: Facet,
          cwd: Facet,
          source: Facet,
          tag: Facet,
        }),
      }),
    },
    errors: ['EUNAVAILABLE'],
  }),
  'GET /api/sessions/groups': endpoint({
    summary: 'Count sessions and their cost by the day of their last activity',
    tag: 'sessions',
    access: 'history:read',
    query: { ...matching, timezone: zoneName('IANA time zone of the days') },
    answers: {
      200: S.Struct({
        pinned: SessionSum,
        /** Newest first, without pinned sessions. */
        groups: S.Array(
          S.Struct({
            ...SessionSum.fields,
            kind: S.Literal(...DAY_GROUPS),
            from: DateTime,
            /** Exclusive; null for the newest group. */
            to: Nullable(DateTime),
          }),
        ),
      }),
    },
    errors: ['EUNAVAILABLE'],
  }),
  'GET /api/sessions/:id': endpoint({
    summary: 'Get a session with its agents and newest events',
    tag: 'sessions',
    access: 'session:read',
    about,
    query: { ...scope, events_limit: clamped(0, 500, 100, 'number of newest events to include') },
    answers: {
      200: S.Struct({
        session: SessionRead,
        agents: S.Array(Agent),
        events: S.Array(EventRow),
        /** Its workflow runs, newest first. */
        workflows: S.Array(WorkflowRun),
      }),
    },
  }),
  'GET /api/sessions/:id/stats': endpoint({
    summary: 'Get counts of a session',
    tag: 'sessions',
    access: 'session:read',
    about,
    query: scope,
    answers: { 200: SessionStats },
  }),
  'GET /api/sessions/:id/terminal': endpoint({
    summary: 'Get the terminal in which a session runs',
    tag: 'sessions',
    access: 'session:read',
    about,
    query: scope,
    answers: { 200: S.Struct({ terminal: Nullable(ControllingTerminal) }) },
  }),
  'GET /api/sessions/:id/agents': endpoint({
    summary: 'List the agents of a session, each with its cost',
    tag: 'sessions',
    access: 'session:read',
    about,
    query: scope,
    answers: { 200: S.Struct({ agents: S.Array(Agent) }) },
  }),
  'GET /api/sessions/:id/transcripts': endpoint({
    summary: 'List the transcripts of a session: main, then subagents',
    tag: 'transcripts',
    access: 'session:read',
    about,
    query: scope,
    answers: { 200: S.Struct({ transcripts: S.Array(TranscriptInfo) }) },
  }),
  'GET /api/sessions/:id/transcript': endpoint({
    summary: 'Get a page of a conversation: the newest messages, or those before or after a line',
    tag: 'transcripts',
    access: 'session:read',
    about,
    query: {
      agent_id: text('`main` or a transcript id'),
      run_id: text('workflow run of the agent; an unknown run returns nothing'),
      limit: clamped(1, 200, 50, 'page size'),
      after: clamped(0, Number.MAX_SAFE_INTEGER, 0, 'messages after this line, oldest first (0: the newest messages)'),
      before: clamped(0, Number.MAX_SAFE_INTEGER, 0, 'messages before this line (0: the newest messages)'),
    },
    answers: { 200: TranscriptPage },
    errors: ['EUNAVAILABLE'],
  }),
  'GET /api/sessions/:id/transcript-image': endpoint({
    summary: 'Get an image of a transcript line',
    tag: 'transcripts',
    access: 'session:read',
    about,
    query: {
      agent_id: text('`main` or a transcript id'),
      run_id: text('workflow run of the agent; an unknown run returns nothing'),
      line: clamped(0, Number.MAX_SAFE_INTEGER, 0, 'line number, from 1'),
      index: clamped(0, 10_000, 0, 'index of the image in the line, from 0'),
    },
    answers: { 200: rawAnswer('image/*') },
    errors: ['INVALID_IMAGE'],
  }),
  'GET /api/sessions/:id/transcript-line': endpoint({
    summary: 'Get a line of a transcript as formatted JSON, without image data',
    tag: 'transcripts',
    access: 'session:read',
    about,
    query: {
      agent_id: text('`main` or a transcript id'),
      line: clamped(0, Number.MAX_SAFE_INTEGER, 0, 'line number, from 1'),
    },
    answers: { 200: S.Struct({ line: S.Int, json: S.String, cut: S.Boolean }) },
    errors: ['EUNAVAILABLE'],
  }),
  'GET /api/sessions/:id/transcript-find': endpoint({
    summary: 'Find a text in a conversation (case-insensitive); returns the lines and the matches in each',
    tag: 'transcripts',
    access: 'session:read',
    about,
    query: {
      agent_id: text('`main` or a transcript id'),
      q: text('text to find, matched as a substring; empty finds nothing'),
    },
    answers: {
      200: S.Struct({
        hits: S.Array(S.Struct({ line: S.Int, count: Count })),
        /** Whether there are more lines than returned. */
        cut: S.Boolean,
      }),
    },
    errors: ['EUNAVAILABLE'],
  }),
  'POST /api/sessions': endpoint({
    summary: 'Create a session',
    tag: 'sessions',
    access: 'session:write',
    names: 'session',
    body: S.Struct({
      id: S.NonEmptyString,
      name: S.optional(Nullable(OptionalName)),
      cwd: S.optional(Nullable(S.String)),
      model: S.optional(Nullable(S.String)),
      metadata: S.optional(Nullable(JsonObject)),
    }),
    answers: {
      200: S.Struct({ session: Session, created: S.Boolean }),
      201: S.Struct({ session: Session, created: S.Boolean }),
    },
    errors: ['NOT_FOUND', 'ENOTFOUND'],
  }),
  'PATCH /api/sessions/:id': endpoint({
    summary: 'Update a session; omitted fields are unchanged',
    tag: 'sessions',
    access: 'session:write',
    about,
    body: S.Struct({
      name: S.optional(Nullable(OptionalName)),
      status: S.optional(Nullable(SessionStatus)),
      ended_at: S.optional(Nullable(S.String)),
      metadata: S.optional(Nullable(JsonObject)),
      pinned: S.optional(Nullable(S.Boolean)),
      /** All tags that it has from now on: at most 20 of 40 characters, without commas. */
      tags: S.optional(Nullable(S.Array(S.String))),
      /** At most 4000 characters; the empty text removes it. */
      note: S.optional(Nullable(S.String)),
    }),
    answers: { 200: S.Struct({ session: Session }) },
  }),
  'POST /api/sessions/:id/dismiss': endpoint({
    summary: 'Dismiss the failure of a session until it fails again',
    tag: 'sessions',
    access: 'session:write',
    about,
    answers: { 200: S.Struct({ session: Session }) },
    errors: ['NOT_FAILED'],
  }),
  'DELETE /api/sessions/:id/dismiss': endpoint({
    summary: 'Restore the dismissed failure of a session',
    tag: 'sessions',
    access: 'session:write',
    about,
    answers: { 200: S.Struct({ session: Session }) },
  }),
} as const
