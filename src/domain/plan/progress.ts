import type { Provider } from '../tools/catalog.js'

type TodoStatus = 'pending' | 'in_progress' | 'completed' | 'cancelled' | 'unknown'

const WORDS: Readonly<Record<Exclude<TodoStatus, 'unknown'>, readonly string[]>> = {
  pending: ['pending', 'todo', 'queued', 'not_started', 'open'],
  in_progress: ['in_progress', 'active', 'working', 'started', 'running'],
  completed: ['completed', 'complete', 'done', 'success', 'succeeded'],
  cancelled: ['cancelled', 'canceled', 'deleted', 'removed', 'skipped'],
}
const STATUS: ReadonlyMap<string, TodoStatus> = new Map(
  Object.entries(WORDS).flatMap(([status, words]) => words.map((word) => [word, status as TodoStatus] as const)),
)

/** Returns the normalized status for the status text of an agent. */
export const todoStatus = (word: string | null): TodoStatus =>
  STATUS.get(
    (word ?? '')
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, '_'),
  ) ?? 'unknown'

/** An item of a plan as the API returns it. Field names match the Claude Code Agent Monitor API. */
interface TodoItem {
  readonly id: string
  readonly text: string
  readonly status: TodoStatus
  readonly sourceStatus: string | null
  readonly order: number
  readonly agentId: string
  readonly agentType: string
  readonly description: string | null
}

/** The plan of one agent of a session. */
export interface AgentPlan {
  readonly agentId: string
  /** `main`, or the type of the subagent. */
  readonly agentType: string
  readonly tool: string
  readonly line: number | null
  /** ISO 8601. */
  readonly updatedAt: string
  readonly explanation: string | null
  /** Whether a list of all items was seen, not only changes. */
  readonly whole: boolean
  readonly items: readonly TodoItem[]
}

const MOST_ITEMS = 200
const MOST_PREVIEWED = 5
const RANK: Readonly<Record<TodoStatus, number>> = {
  in_progress: 0,
  pending: 1,
  unknown: 2,
  completed: 3,
  cancelled: 4,
}

const countsOf = (items: readonly TodoItem[]) => {
  const count = (status: TodoStatus): number => items.filter((item) => item.status === status).length
  const [total, completed] = [items.length, count('completed')]
  return {
    total,
    completed,
    inProgress: count('in_progress'),
    pending: count('pending'),
    cancelled: count('cancelled'),
    unknown: count('unknown'),
    percentComplete: total === 0 ? null : Math.round((completed / total) * 100),
  }
}

/** Merges all plans of a session into one; null if no agent has any item. */
export function todoSnapshot(provider: Provider, plans: readonly AgentPlan[]) {
  const held = plans.filter(({ items }) => items.length > 0)
  const [latest] = held.toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))
  if (latest === undefined) return null
  const items = held.flatMap((plan) => plan.items).slice(0, MOST_ITEMS)
  return {
    provider,
    source: held.every(({ line }) => line !== null) ? ('transcript' as const) : ('mixed' as const),
    sourceTool: latest.tool,
    sourceLine: latest.line,
    updatedAt: latest.updatedAt,
    explanation: latest.explanation,
    confidence: held.every(({ whole }) => whole) ? ('full' as const) : ('partial' as const),
    items,
    ...countsOf(items),
    activeText: items.find(({ status }) => status === 'in_progress')?.text ?? null,
    includesSubagents: held.some(({ agentType }) => agentType !== 'main'),
    ownerBreakdown: held.map(({ agentId, agentType, items: own }) => {
      const { completed, total } = countsOf(own)
      return { agentId, agentType, completed, total }
    }),
  }
}

export type TodoSnapshot = NonNullable<ReturnType<typeof todoSnapshot>>

/** Returns a plan in brief: its counts, and the items in progress and next. */
export function todoSummary(snapshot: TodoSnapshot) {
  const { total, completed, inProgress, pending, cancelled, unknown, percentComplete, activeText } = snapshot
  const { sourceTool, updatedAt, ownerBreakdown, items } = snapshot
  const previewItems = items
    .toSorted((a, b) => RANK[a.status] - RANK[b.status] || a.order - b.order)
    .slice(0, MOST_PREVIEWED)
  return {
    total,
    completed,
    inProgress,
    pending,
    cancelled,
    unknown,
    percentComplete,
    activeText,
    sourceTool,
    updatedAt,
    previewItems,
    overflowCount: items.length - previewItems.length,
    ownerBreakdown,
  }
}
