import { Schema as S } from '../../../domain/schema.js'
import { Count, DateTime, Nullable, Provider } from '../common.js'
import { endpoint } from '../endpoint.js'
import { clamped, list, scope, text } from '../param.js'

const Snippet = S.Struct({
  text: S.String,
  /** Matches in the text: start and end in UTF-16 code units. */
  marks: S.Array(S.Array(Count)),
})

const Hit = S.Struct({
  session_id: S.String,
  session_name: S.String,
  session_cwd: Nullable(S.String),
  provider: Provider,
  /** Null for the main conversation. */
  agent_id: Nullable(S.String),
  /** The line number in the transcript, as in the pages of the conversation. */
  line: Count,
  timestamp: DateTime,
  /** Null when the transcript was deleted and no copy exists. */
  sender: Nullable(S.Literal('user', 'assistant', 'orchestrator', 'system', 'tool')),
  snippet: Snippet,
})

export const search = {
  'GET /api/search': endpoint({
    summary: 'Search conversations; returns the lines that contain all terms, newest first',
    tag: 'search',
    access: { actor: 'user', verb: 'read' },
    query: {
      q: text('search terms in any order, "phrases" in quotes; the last term matches as a prefix'),
      ...scope,
      session_id: list('session ids'),
      limit: clamped(1, 100, 20, 'lines per page'),
      before: clamped(0, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, '`next` of the previous page'),
    },
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
} as const
