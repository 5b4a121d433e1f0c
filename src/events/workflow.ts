import { Schema as S } from '../domain/schema.js'
import type { Provider as ProviderName } from '../domain/tools/catalog.js'
import { Provider } from '../domain/tools/schema.js'
import type { WorkflowRun, WorkflowStep } from '../domain/companions/workflow-run.js'
import { WITH_PROVIDER } from './actor.js'
import { defineEvent } from './define.js'
import { sessionStream } from './streams.js'

const Text = S.NullOr(S.String)
const Amount = S.NullOr(S.Number)
const text = S.optionalWith(S.String, { exact: true })
const number = S.optionalWith(S.Number, { exact: true })

const Step = S.Struct({
  type: S.String,
  index: number,
  title: text,
  label: text,
  phaseIndex: number,
  phaseTitle: text,
  agentId: text,
  agentType: text,
  model: text,
  state: text,
  error: text,
  startedAt: number,
  queuedAt: number,
  lastProgressAt: number,
  durationMs: number,
  attempt: number,
  tokens: number,
  toolCalls: number,
  lastToolName: text,
  lastToolSummary: text,
  promptPreview: text,
  resultPreview: text,
  cached: S.optionalWith(S.Boolean, { exact: true }),
}) satisfies S.Schema<WorkflowStep>

/** What the files of a run report: first its launch, then, once it is over, its journal. */
export const workflowRunRecorded = defineEvent({
  type: 'workflow-run-recorded',
  stream: sessionStream,
  ...WITH_PROVIDER,
  schema: S.Struct({
    provider: Provider,
    run: S.String,
    taskId: Text,
    name: S.String,
    status: S.String,
    defaultModel: Text,
    startedAt: Amount,
    endedAt: Amount,
    durationMs: Amount,
    agentCount: S.Int,
    totalTokens: S.Int,
    totalToolCalls: S.Int,
    phases: S.Array(S.Struct({ title: S.String, detail: Text })),
    progress: S.Array(Step),
    scriptPath: Text,
    journalPath: Text,
    source: S.Literal('journal', 'live'),
  }) satisfies S.Schema<WorkflowRun & { readonly provider: ProviderName }>,
})
