import { Schema as S } from '../../domain/schema.js'
import { Count, DateTime, Nullable, Provider } from './common.js'

const TodoItem = S.Struct({
  id: S.String,
  text: S.String,
  status: S.Literal('pending', 'in_progress', 'completed', 'cancelled', 'unknown'),
  /** The agent's own word for the status. */
  sourceStatus: Nullable(S.String),
  order: Count,
  agentId: S.String,
  /** `main`, or the type of the subagent whose plan it is. */
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
  /** The item that is in progress. */
  activeText: Nullable(S.String),
  sourceTool: S.String,
  updatedAt: DateTime,
  ownerBreakdown: S.Array(S.Struct({ agentId: S.String, agentType: S.String, completed: Count, total: Count })),
}

/** The plans of a session's agents in brief; null without one. */
export const TodoSummary = S.Struct({
  ...progress,
  /** Five items: what is in progress and comes next first. */
  previewItems: S.Array(TodoItem),
  /** Items beyond those. */
  overflowCount: Count,
})

/** The plans of a session's agents: `TodoWrite`, the task tools, and Codex's `update_plan`; null without one. */
export const TodoSnapshot = S.Struct({
  ...progress,
  provider: Provider,
  source: S.Literal('transcript', 'mixed'),
  /** The line of the transcript that changed the plan last; null where only a hook told of it. */
  sourceLine: Nullable(S.Int),
  explanation: Nullable(S.String),
  /** `partial` where only changes of single items were seen. */
  confidence: S.Literal('full', 'partial'),
  items: S.Array(TodoItem),
  includesSubagents: S.Boolean,
})
