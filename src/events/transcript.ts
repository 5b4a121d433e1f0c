import { Schema as S } from '../domain/schema.js'
import { Provider } from '../domain/tools/schema.js'
import type { FactType, RecordedFacts } from '../domain/transcript/facts/facts.js'
import { WITH_PROVIDER } from './actor.js'
import { defineEvent, type EventDefinition } from './define.js'
import { sessionStream } from './streams.js'

const Text = S.NullOr(S.String)
const copied = S.optionalWith(S.Literal(true), { exact: true })
const line = { line: S.Int, agent: Text, provider: Provider, copied }
const moment = { ...line, uuid: S.optionalWith(S.String, { exact: true }) }
const Speed = S.Literal('standard', 'fast')
const Tier = S.Literal('standard', 'batch', 'priority')
const Context = S.optionalWith(S.Literal('short', 'long'), { exact: true })
const Usage = S.Struct({
  input: S.Int,
  output: S.Int,
  cacheRead: S.Int,
  cacheWrite: S.Int,
  cacheWrite1h: S.Int,
  webSearch: S.Int,
  webFetch: S.Int,
  codeExecution: S.Int,
})
const ToolUse = S.Struct({
  id: Text,
  name: S.String,
  target: Text,
  subagentType: S.optionalWith(Text, { exact: true }),
  task: S.optionalWith(Text, { exact: true }),
})

/**
 * The payloads are the facts of the domain, with their provider. A difference between a schema here and the interface there does
 * not compile.
 */
export const transcriptEvents = {
  'reply-recorded': defineEvent({
    type: 'reply-recorded',
    stream: sessionStream,
    ...WITH_PROVIDER,
    schema: S.Struct({
      ...line,
      message: S.String,
      model: Text,
      usage: S.NullOr(Usage),
      context: Context,
      speed: Speed,
      geo: S.Literal('global', 'us'),
      tier: Tier,
      tool: S.NullOr(ToolUse),
      excerpt: Text,
      ends: S.Boolean,
      over: S.optionalWith(S.Literal(true), { exact: true }),
      embedded: S.Boolean,
    }),
  }),
  'usage-recorded': defineEvent({
    type: 'usage-recorded',
    stream: sessionStream,
    ...WITH_PROVIDER,
    schema: S.Struct({
      ...line,
      message: S.String,
      basis: S.optionalWith(S.Literal('request'), { exact: true }),
      model: Text,
      usage: Usage,
      context: Context,
      speed: Speed,
      tier: Tier,
    }),
  }),
  'prompt-recorded': defineEvent({
    type: 'prompt-recorded',
    stream: sessionStream,
    ...WITH_PROVIDER,
    schema: S.Struct({ ...line, text: S.String, typed: S.Boolean, promptId: Text }),
  }),
  'tool-result-recorded': defineEvent({
    type: 'tool-result-recorded',
    stream: sessionStream,
    ...WITH_PROVIDER,
    schema: S.Struct({
      ...line,
      id: S.String,
      ok: S.Boolean,
      error: Text,
      durationMs: S.NullOr(S.Number),
      startedAgent: Text,
    }),
  }),
  'interrupt-recorded': defineEvent({
    type: 'interrupt-recorded',
    stream: sessionStream,
    ...WITH_PROVIDER,
    schema: S.Struct(moment),
  }),
  'api-error-recorded': defineEvent({
    type: 'api-error-recorded',
    stream: sessionStream,
    ...WITH_PROVIDER,
    schema: S.Struct({ ...moment, text: S.String, status: S.NullOr(S.Number), retrying: S.Boolean }),
  }),
  'turn-completed': defineEvent({
    type: 'turn-completed',
    stream: sessionStream,
    ...WITH_PROVIDER,
    schema: S.Struct({ ...moment, durationMs: S.Number, pending: S.optionalWith(S.Number, { exact: true }) }),
  }),
  'compaction-seen': defineEvent({
    type: 'compaction-seen',
    stream: sessionStream,
    ...WITH_PROVIDER,
    schema: S.Struct({
      ...line,
      uuid: S.String,
      trigger: Text,
      preTokens: S.NullOr(S.Number),
      durationMs: S.NullOr(S.Number),
    }),
  }),
  'session-renamed-in-transcript': defineEvent({
    type: 'session-renamed-in-transcript',
    stream: sessionStream,
    ...WITH_PROVIDER,
    schema: S.Struct({ ...line, title: S.String, by: S.Literal('user', 'cli') }),
  }),
  'transcript-context-recorded': defineEvent({
    type: 'transcript-context-recorded',
    stream: sessionStream,
    ...WITH_PROVIDER,
    schema: S.Struct({
      ...line,
      cwd: Text,
      model: Text,
      version: Text,
      gitBranch: Text,
      parentSession: Text,
      thread: S.optionalWith(S.Literal('subagent', 'internal', 'import', 'user'), { exact: true }),
    }),
  }),
  'plan-recorded': defineEvent({
    type: 'plan-recorded',
    stream: sessionStream,
    ...WITH_PROVIDER,
    schema: S.Struct({
      ...line,
      tool: S.String,
      replaces: S.Boolean,
      items: S.Array(S.Struct({ id: Text, text: Text, status: Text, description: Text })),
      explanation: Text,
    }),
  }),
  'session-continued': defineEvent({
    type: 'session-continued',
    stream: sessionStream,
    version: 1,
    schema: S.Struct({ ...line, continuedIn: S.String }),
  }),
  'cost-reported': defineEvent({
    type: 'cost-reported',
    stream: sessionStream,
    version: 1,
    schema: S.Struct({ ...line, total: S.Number, complete: S.Boolean }),
  }),
  'limits-reported': defineEvent({
    type: 'limits-reported',
    stream: sessionStream,
    version: 1,
    schema: S.Struct({
      ...line,
      limit: S.String,
      name: Text,
      plan: Text,
      windows: S.Array(S.Struct({ minutes: S.Number, usedPercent: S.Number, resetsAt: S.NullOr(S.Number) })),
    }),
  }),
  'subagent-transcript-found': defineEvent({
    type: 'subagent-transcript-found',
    stream: sessionStream,
    ...WITH_PROVIDER,
    schema: S.Struct({
      ...line,
      agentType: Text,
      description: Text,
      toolUseId: Text,
      workflowRun: S.optionalWith(S.String, { exact: true }),
    }),
  }),
} satisfies { readonly [T in FactType]: EventDefinition<T, RecordedFacts[T]> }
