import type { Visibility } from '../../domain/access/visibility.js'
import type { TreeNode } from '../../domain/insights/tree.js'
import { iso, type Instant } from '../../domain/time.js'
import type { Reader } from '../sql.js'
import type { AgentShape } from './agents.js'
import { firstEventsOfSession } from './events.js'
import { Filter } from './filter.js'

const EVENTS = 500
// More bars than a screen can show; the event list has all calls.
const CALLS = 5000

/** Builds the tree of agents by parent. Agents without a known parent are at the top. */
const treeOf = (agents: readonly AgentShape[]): readonly TreeNode[] => {
  const known = new Map(agents.map((agent) => [agent.id, agent]))
  const children = new Map<string | null, AgentShape[]>()
  for (const agent of agents) {
    const parent = isBelow(agent, known) ? agent.parent_agent_id : null
    children.set(parent, [...(children.get(parent) ?? []), agent])
  }
  const nodes = (parent: string | null): TreeNode[] =>
    (children.get(parent) ?? []).map(({ id, name, type, subagent_type, status, task, started_at, ended_at }) => ({
      id,
      name,
      type,
      subagent_type,
      status,
      task,
      started_at,
      ended_at,
      children: nodes(id),
    }))
  return nodes(null)
}

/** Whether the chain of parents ends: hooks report parents, which could form a cycle. */
const isBelow = (agent: AgentShape, known: ReadonlyMap<string, AgentShape>): boolean => {
  if (agent.parent_agent_id === null || !known.has(agent.parent_agent_id)) return false
  const seen = new Set([agent.id])
  for (let at = known.get(agent.parent_agent_id); at !== undefined; ) {
    if (seen.has(at.id)) return false
    seen.add(at.id)
    at = at.parent_agent_id === null ? undefined : known.get(at.parent_agent_id)
  }
  return true
}

interface CallRow {
  readonly id: number
  readonly tool: string
  readonly agent: string | null
  readonly at: Instant
  readonly ended_at: Instant | null
  readonly target: string | null
  readonly ok: number | null
}

/** Builds the workflow view of one session: its tree of agents, its tool calls, its lanes and its first events. */
export const drillInto = (
  db: Reader,
  visibility: Visibility,
  stream: number,
  sessionId: string,
  agents: readonly AgentShape[],
) => {
  const filter = new Filter(visibility, 'stream').and(`stream = ? and repeats = 0 and tool <> ''`, stream)
  const calls = db.all<CallRow>(
    `select coalesce(hook_pre, line_pre, hook_post, line_post) as id, tool, agent,
       coalesce(started_at, ended_at) as at, ended_at, target, ok
     from p_call ${filter.where} order by at, id limit ${CALLS}`,
    ...filter.params,
  )
  return {
    tree: treeOf(agents),
    toolTimeline: calls.map(({ id, tool, agent, at, ended_at, target, ok }) => ({
      id,
      tool_name: tool,
      event_type: ended_at === null ? ('PreToolUse' as const) : ('PostToolUse' as const),
      agent_id: agent ?? `${sessionId}-main`,
      created_at: iso(at),
      ended_at: iso(ended_at),
      summary: target,
      failed: ok === 0,
    })),
    swimLanes: agents.map(({ id, name, type, subagent_type, status, started_at, ended_at, parent_agent_id }) => ({
      id,
      name,
      type,
      subagent_type,
      status,
      started_at,
      ended_at,
      parent_agent_id,
    })),
    events: firstEventsOfSession(db, visibility, stream, EVENTS),
  }
}
