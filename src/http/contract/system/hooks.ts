import { Schema as S } from '../../../domain/schema.js'
import { DateTime, Nullable } from '../common.js'
import { endpoint } from '../endpoint.js'
import { JsonObject } from '../json.js'
import { noContent, textBody } from '../raw.js'

const Accepted = S.Struct({
  ok: S.Literal(true),
  event: S.Struct({
    id: S.Int,
    session_id: S.String,
    agent_id: Nullable(S.String),
    event_type: S.String,
    tool_name: Nullable(S.String),
    summary: Nullable(S.String),
    created_at: DateTime,
  }),
})

// The body is checked by hand, not by a schema: unknown kinds and extra keys are stored, only a missing kind or session is
// refused, and the check runs on every hook of every agent.
const hook = endpoint({
  summary:
    'Send a hook: `{hook_type, data}` or the JSON of the agent CLI (answered 204, to keep the transcript unchanged)',
  tag: 'hooks',
  access: 'hook:report',
  bodyLimit: 32 * 1024 * 1024,
  body: textBody({ 'application/json': JsonObject }),
  answers: { 200: Accepted, 204: noContent },
  errors: ['INVALID_INPUT', 'MISSING_SESSION', 'ENOTFOUND', 'EUNAVAILABLE'],
})

export const hooks = {
  'POST /api/hooks': hook,
  'POST /api/hooks/event': hook,
  'POST /api/hooks/codex': hook,
} as const
