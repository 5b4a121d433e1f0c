import { Schema as S } from '../../../domain/schema.js'
import { Count, DateTime, Nullable, Provider } from '../common.js'

const TodoItem = S.Struct({
  id: S.String,
  text: S.String,
  status: S.Literal('pending', 'in_progress', 'completed', 'cancelled', 'unknown'),
  /** The agent's own name for the status. */
  sourceStatus: Nullable(S.String),
  order: Count,
  agentId: S.String,
  /** `main`, or the type of the subagent that owns the plan. */
  agentType: S.String,
  description: Nullable(S.String),
})

const progress = {
  total: Count,
  completed: Count,
  inProgress: Count,
  pending: Count,
  cancelled: Count,
  unknown: Count,
  percentComplete: Nullable(Count),
  /** The item in progress. */
  activeText: Nullable(S.String),
  sourceTool: S.String,
  updatedAt: DateTime,
  ownerBreakdown: S.Array(S.Struct({ agentId: S.String, agentType: S.String, completed: Count, total: Count })),
}

/** A summary of the plans of a session's agents; null without one. */
export const TodoSummary = S.Struct({
  ...progress,
  /** Five items: those in progress and next come first. */
  previewItems: S.Array(TodoItem),
  /** Number of further items. */
  overflowCount: Count,
})

/** The plans of a session's agents: `TodoWrite`, the task tools, and Codex's `update_plan`; null without one. */
export const TodoSnapshot = S.Struct({
  ...progress,
  provider: Provider,
  source: S.Literal('transcript', 'mixed'),
  /** The transcript line that last changed the plan; null when only a hook reported it. */
  sourceLine: Nullable(S.Int),
  explanation: Nullable(S.String),
  /** `partial` when only changes of single items were seen. */
  confidence: S.Literal('full', 'partial'),
  items: S.Array(TodoItem),
  includesSubagents: S.Boolean,
})
