import { Schema as S } from '../../../domain/schema.js'
import { Count, DateTime, Nullable } from '../common.js'
import { endpoint } from '../endpoint.js'
import { clamped, flag, scope, text } from '../param.js'
import { rawAnswer } from '../raw.js'

const about = { kind: 'session', param: 'id' } as const

const ChangedFile = S.Struct({
  /** Relative to the session's directory, if the file is in it. */
  path: S.String,
  added: Count,
  removed: Count,
  /** Number of changes that succeeded. */
  edits: Count,
  failures: Count,
})

const Hunk = S.Struct({
  /** The numbers of the first line before and after the change; null if the agent CLI does not record them. */
  old_start: Nullable(Count),
  new_start: Nullable(Count),
  /** Each line starts with `+`, `-` or a space. */
  lines: S.Array(S.String),
})

const FileEdit = S.Struct({
  call_id: S.String,
  tool: S.String,
  path: S.String,
  state: S.Literal('done', 'failed', 'pending'),
  at: Nullable(DateTime),
  agent_id: S.String,
  /** The line of the agent's transcript with the call. */
  line: S.Int,
  /** Zero for a change that failed. */
  added: Count,
  removed: Count,
  hunks: S.Array(Hunk),
  /** Number of lines left out of `hunks` because the change is long. */
  omitted_lines: Count,
  /** Why the change failed. */
  failure: Nullable(S.String),
})

export const edits = {
  'GET /api/sessions/:id/files': endpoint({
    summary: 'List the files that the tool calls of a session changed',
    tag: 'sessions',
    access: 'session:read',
    about,
    query: scope,
    answers: {
      200: S.Struct({
        files: S.Array(ChangedFile),
        added: Count,
        removed: Count,
        edits: Count,
        failures: Count,
      }),
    },
  }),
  'GET /api/sessions/:id/edits': endpoint({
    summary: 'List the file changes of a session with the changed lines, oldest first',
    tag: 'sessions',
    access: 'session:read',
    about,
    query: {
      ...scope,
      limit: clamped(1, 100, 20, 'page size'),
      offset: clamped(0, Number.MAX_SAFE_INTEGER, 0, 'changes to skip'),
      path: text('only changes of this file, as listed in `files`'),
    },
    answers: { 200: S.Struct({ edits: S.Array(FileEdit), total: Count, limit: Count, offset: Count }) },
  }),
  'GET /api/sessions/:id/conversation.md': endpoint({
    summary: 'Export a conversation as Markdown',
    tag: 'transcripts',
    access: 'session:read',
    about,
    query: {
      agent_id: text('`main` or a transcript id'),
      tool_output: flag('include what tools were given and returned'),
    },
    answers: { 200: rawAnswer('text/markdown; charset=utf-8') },
  }),
} as const
