import { Schema as S } from '../../../domain/schema.js'
import { SESSION_ORDERS } from '../../../domain/search/order.js'
import { SPEAKERS } from '../../../domain/search/speaker.js'
import { Count, DateTime, Nullable, Provider } from '../common.js'
import { endpoint } from '../endpoint.js'
import { clamped, instant, list, oneOf, repeated, scope, someOf, text } from '../param.js'
import { Session } from '../session/sessions.js'

const Snippet = S.Struct({
  text: S.String,
  /** Matches in the text: start and end in UTF-16 code units. */
  marks: S.Array(S.Array(Count)),
})

const Hit = S.Struct({
  session_id: S.String,
  session_name: S.String,
  session_cwd: Nullable(S.String),
  /** The directory of the session's project. */
  session_project: Nullable(S.String),
  provider: Provider,
  /** Null for the main conversation. */
  agent_id: Nullable(S.String),
  /** The line number in the transcript, as in the pages of the conversation. */
  line: Count,
  timestamp: DateTime,
  /** Null when the transcript was deleted and no copy exists. */
  sender: Nullable(S.Literal('user', 'assistant', 'orchestrator', 'system', 'tool')),
  /** `tool`: the line only calls tools. */
  speaker: S.Literal(...SPEAKERS),
  /** The first tool that the line calls. */
  tool: Nullable(S.String),
  snippet: Snippet,
})

const matching = {
  q: text(
    'search terms in any order, "phrases" in quotes, `-` before a term to exclude it; the last term matches as a prefix',
  ),
  ...scope,
  session_id: list('session ids'),
  project: repeated('names of projects: the last part of the directory'),
  not_project: repeated('names of projects to leave out'),
  speaker: someOf(SPEAKERS, 'who wrote the line'),
  tool: repeated('names of tools; lines that call one of them'),
  file: repeated('paths or parts of paths; lines with a tool call that names one of them'),
  since: instant('start', 'lines written at or after this date or time'),
  until: instant('end', 'lines written at or before this date or time'),
}

/** The cursor of a page: a position in time. */
const before = clamped(0, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, '`next` of the previous page')

const Group = S.Struct({
  session: Session,
  matches: Count,
  /** Its newest matching lines. */
  hits: S.Array(Hit),
  /** The value of `before` to list its next hits with `GET /api/search`; null if there are none. */
  next: Nullable(Count),
})

export const search = {
  'GET /api/search': endpoint({
    summary: 'Search conversations; returns the lines that contain all terms, newest first',
    tag: 'search',
    access: 'history:read',
    query: { ...matching, limit: clamped(1, 100, 20, 'lines per page'), before },
    answers: {
      200: S.Struct({
        hits: S.Array(Hit),
        limit: Count,
        /** The value of `before` for the next page; null at the end. */
        next: Nullable(Count),
        /** Whether conversations are still being indexed. */
        behind: S.Boolean,
      }),
    },
    errors: ['EUNAVAILABLE'],
  }),
  'GET /api/search/sessions': endpoint({
    summary: 'Search conversations by session; returns the sessions with their newest matching lines',
    tag: 'search',
    access: 'history:read',
    query: {
      ...matching,
      limit: clamped(1, 50, 10, 'sessions per page'),
      hits: clamped(1, 10, 3, 'lines per session'),
      sort: oneOf(SESSION_ORDERS, 'order of the sessions; the newest match first by default'),
      before,
      offset: clamped(0, 50_000, 0, 'sessions to skip; only with `sort=matches`'),
    },
    answers: {
      200: S.Struct({
        sessions: S.Array(Group),
        /** Sessions whose titles contain all terms, most recently active first. At most five, and only on the first page. */
        titled: S.Array(Session),
        matches: Count,
        /** The number of sessions with matches. */
        total: Count,
        /** Matches by speaker, whichever are selected. */
        speakers: S.Struct({ you: Count, agent: Count, tool: Count }),
        /** Whether all matches were counted; otherwise only the newest, and the counts are minimums. */
        complete: S.Boolean,
        limit: Count,
        /** The value for the next page of `before`, or of `offset` with `sort=matches`; null at the end. */
        next: Nullable(Count),
        /** Whether conversations are still being indexed. */
        behind: S.Boolean,
      }),
    },
    errors: ['EUNAVAILABLE'],
  }),
} as const
