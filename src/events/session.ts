import { Schema as S } from '../domain/schema.js'
import { CLI_KINDS, CLI_STATUSES } from '../domain/session/cli-status.js'
import { AGENT_STATUSES, SESSION_STATUSES } from '../domain/session/status.js'
import { Provider } from '../domain/tools/schema.js'
import { WITH_PROVIDER } from './actor.js'
import { defineEvent } from './define.js'
import { sessionStream } from './streams.js'

const Text = S.NullOr(S.String)
const Json = S.NullOr(S.Record({ key: S.String, value: S.Unknown }))

/** A hook as it arrived, except for redacted keys and shortened values: an improved interpretation can be replayed over it. */
export const hookReceived = defineEvent({
  type: 'hook-received',
  stream: sessionStream,
  version: 1,
  schema: S.Struct({
    kind: S.String,
    provider: Provider,
    /** The agent's process, as the forwarder reported it, and whether it was seen alive at that point. */
    pid: S.optional(S.Int),
    pidSeen: S.optional(S.Boolean),
    payload: S.Record({ key: S.String, value: S.Unknown }),
  }),
})

export const sessionCreated = defineEvent({
  type: 'session-created',
  stream: sessionStream,
  version: 1,
  /** Without a provider, the session has that of its hooks and transcripts. */
  schema: S.Struct({ name: Text, cwd: Text, model: Text, metadata: Json, provider: S.optional(Provider) }),
})

/** Values set through the API. Absent members stay unchanged. */
export const sessionUpdated = defineEvent({
  type: 'session-updated',
  stream: sessionStream,
  version: 1,
  schema: S.Struct({
    name: S.optional(Text),
    status: S.optional(S.Literal(...SESSION_STATUSES)),
    endedAt: S.optional(S.NullOr(S.Number)),
    metadata: S.optional(Json),
  }),
})

/** A user set the tags of a session: all that it has now. */
export const sessionTagsSet = defineEvent({
  type: 'session-tags-set',
  stream: sessionStream,
  version: 1,
  schema: S.Struct({ tags: S.Array(S.String) }),
})

/** A user wrote or removed the note of a session. */
export const sessionNoteSet = defineEvent({
  type: 'session-note-set',
  stream: sessionStream,
  version: 1,
  schema: S.Struct({ note: Text }),
})

/** A user pinned or unpinned a session. */
export const sessionPinSet = defineEvent({
  type: 'session-pin-set',
  stream: sessionStream,
  version: 1,
  schema: S.Struct({ pinned: S.Boolean }),
})

/** A user dismissed the failure that the session has since `failedAt`; null restores it. A later failure is not dismissed. */
export const sessionDismissalSet = defineEvent({
  type: 'session-dismissal-set',
  stream: sessionStream,
  version: 1,
  schema: S.Struct({ failedAt: S.NullOr(S.Number) }),
})

/** No activity for longer than the settings allow. */
export const sessionAbandoned = defineEvent({
  type: 'session-abandoned',
  stream: sessionStream,
  version: 1,
  schema: S.Struct({ idleMinutes: S.Number }),
})

/** An end that was not reported, with the evidence. */
export const sessionEndInferred = defineEvent({
  type: 'session-end-inferred',
  stream: sessionStream,
  version: 1,
  schema: S.Struct({
    reason: S.Literal('process-gone', 'process-moved-on', 'no-process', 'history'),
    pid: S.optional(S.Int),
  }),
})

/** A CLI reported its own status in its status file; `waitingFor` is what it waits for, as the CLI writes it. */
export const cliStatusReported = defineEvent({
  type: 'cli-status-reported',
  stream: sessionStream,
  ...WITH_PROVIDER,
  schema: S.Struct({
    provider: Provider,
    pid: S.Int,
    cwd: Text,
    status: S.Literal(...CLI_STATUSES),
    waitingFor: Text,
    kind: S.optionalWith(S.Literal(...CLI_KINDS), { exact: true }),
  }),
})

const AgentStatus = S.Literal(...AGENT_STATUSES)

export const agentCreated = defineEvent({
  type: 'agent-created',
  stream: sessionStream,
  version: 1,
  schema: S.Struct({
    agent: S.String,
    name: S.String,
    type: S.Literal('main', 'subagent'),
    subagentType: Text,
    status: AgentStatus,
    task: Text,
    parent: Text,
    metadata: Json,
  }),
})

export const agentUpdated = defineEvent({
  type: 'agent-updated',
  stream: sessionStream,
  version: 1,
  schema: S.Struct({
    agent: S.String,
    name: S.optional(S.String),
    status: S.optional(AgentStatus),
    task: S.optional(Text),
    currentTool: S.optional(Text),
    endedAt: S.optional(S.NullOr(S.Number)),
    metadata: S.optional(Json),
  }),
})
