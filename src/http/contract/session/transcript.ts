import { Schema as S } from '../../../domain/schema.js'
import { Count, DateTime, Nullable } from '../common.js'
import { Json } from '../json.js'

export const TranscriptInfo = S.Struct({
  id: S.String,
  name: S.String,
  type: S.Literal('main', 'subagent', 'compaction'),
  subagent_type: Nullable(S.String),
  has_transcript: S.Boolean,
  db_agent_id: Nullable(S.String),
})

const ContentBlock = S.Struct({
  /** `other`: an unknown kind; `name` is that kind, `text` its JSON. */
  type: S.Literal('text', 'tool_use', 'tool_result', 'thinking', 'image', 'other'),
  /** Absent for a thought that cannot be read. */
  text: S.optional(S.String),
  name: S.optional(S.String),
  /** Pairs a tool_use with its tool_result. */
  id: S.optional(S.String),
  /** The tool's input as an object, or as text when it is not an object or was truncated. */
  input: S.optional(Json),
  output: S.optional(S.String),
  is_error: S.optional(S.Boolean),
  /** For the result of a call that started a subagent: that agent. */
  agent_id: S.optional(S.String),
  /** For an image: its path under /api, and its position in the line. */
  src: S.optional(S.String),
  alt: S.optional(S.String),
})

export const TranscriptMessage = S.Struct({
  type: S.Literal('user', 'assistant', 'session_event', 'error', 'interrupted', 'compaction', 'note').annotations({
    description:
      '`session_event` is a rename. API errors, interrupts, compactions and CLI notes have their own types, with the text ' +
      'in `content`; clients can ignore unknown types.',
  }),
  sender: S.Literal('user', 'assistant', 'orchestrator', 'system', 'tool'),
  timestamp: Nullable(DateTime),
  content: S.Array(ContentBlock),
  /** The paging cursor: the line number in the transcript file, from 1. */
  line: S.Int,
  model: S.optional(Nullable(S.String)),
  usage: S.optional(
    S.Struct({
      input_tokens: Count,
      output_tokens: Count,
      cache_read_input_tokens: Count,
      cache_creation_input_tokens: Count,
    }),
  ),
  /** Only for a `session_event`. */
  event_kind: S.optional(S.Literal('rename')),
  /** The turn was taken back: the conversation went on from before it. Its tokens still count. */
  reverted: S.optional(S.Literal(true)),
  /** The new name of a rename, the kind of a note, or the heading of text that is not meant for the reader. */
  title: S.optional(S.String),
})

export const TranscriptPage = S.Struct({
  messages: S.Array(TranscriptMessage),
  total: Count,
  has_more: S.Boolean,
  last_line: S.Int,
  first_line: S.Int,
  /** Made from hooks, because no transcript is readable: thoughts and text between calls are missing, `line` is an event id. */
  from_hooks: S.Boolean,
})
