import type { Agent, Session } from '../../../api/types.js'

type Node = Pick<Agent, 'id' | 'type' | 'started_at' | 'parent_agent_id'>

export interface Branch<A> {
  readonly agent: A
  /** 0 for the main agent. */
  readonly depth: number
  /** Its parent; null for a root. */
  readonly parent: string | null
  /** Its position among its siblings, from 1, and their number. */
  readonly place: number
  readonly siblings: number
  readonly children: number
}

/** Returns the agents in tree order: every agent below the one that called it, siblings by start time. */
export function treeOf<A extends Node>(agents: readonly A[]): readonly Branch<A>[] {
  const known = new Set(agents.map((agent) => agent.id))
  const children = new Map<string | null, A[]>()
  for (const agent of agents) {
    // Children of an unknown parent are shown as roots.
    const parent = agent.parent_agent_id !== null && known.has(agent.parent_agent_id) ? agent.parent_agent_id : null
    const siblings = children.get(parent)
    if (siblings === undefined) children.set(parent, [agent])
    else siblings.push(agent)
  }
  const branches: Branch<A>[] = []
  const placed = new Set<string>()
  const place = (siblings: readonly A[], parent: string | null, depth: number): void => {
    siblings.forEach((agent, index) => {
      if (placed.has(agent.id)) return
      placed.add(agent.id)
      const below = inOrder(children.get(agent.id))
      const at = { place: index + 1, siblings: siblings.length }
      branches.push({ agent, depth, parent, ...at, children: below.length })
      place(below, agent.id, depth + 1)
    })
  }
  place(inOrder(children.get(null)), null, 0)
  // Agents that name each other as parent have no root: show them anyway.
  place(agents, null, 0)
  return branches
}

/** Returns the agents that are not below a folded one. */
export function unfolded<A extends Pick<Node, 'id'>>(
  branches: readonly Branch<A>[],
  folded: ReadonlySet<string>,
): readonly Branch<A>[] {
  if (folded.size === 0) return branches
  const hidden = new Set<string>()
  return branches.filter(({ agent, parent }) => {
    // Parents come before their children.
    const isHidden = parent !== null && (folded.has(parent) || hidden.has(parent))
    if (isHidden) hidden.add(agent.id)
    return !isHidden
  })
}

const inOrder = <A extends Node>(agents: readonly A[] | undefined): readonly A[] =>
  (agents ?? []).toSorted((a, b) => {
    if (a.type !== b.type) return a.type === 'main' ? -1 : 1
    return a.started_at < b.started_at ? -1 : a.started_at > b.started_at ? 1 : 0
  })

/**
 * Returns the cost of an agent itself. The service counts the cost of a main agent in its session, so that is what the others
 * leave of the cost of the session.
 */
export function ownCost(agent: Agent, agents: readonly Agent[], session: Pick<Session, 'cost'>): number {
  if (agent.type !== 'main') return agent.cost
  const others = agents.reduce((sum, { type, cost }) => (type === 'main' ? sum : sum + cost), 0)
  // Rounded to the precision of the service, to drop the error of the subtraction.
  return Math.max(0, Math.round(((session.cost ?? 0) - others) * 1e10) / 1e10)
}

/** Returns all tokens of an agent, with cache reads and writes, counted like those of its session. */
export function tokensOf({ metadata, input_tokens, output_tokens }: Agent): number {
  // The metadata may also contain what a client set.
  const { tokens } = metadata === null ? {} : (JSON.parse(metadata) as { readonly tokens?: Record<string, unknown> })
  const [read, written] = [tokens?.['cache_read_tokens'], tokens?.['cache_write_tokens']]
  return (
    input_tokens + output_tokens + (typeof read === 'number' ? read : 0) + (typeof written === 'number' ? written : 0)
  )
}

/** Returns the sum of the tokens of agents: each counts only its own. */
export const tokensOfAll = (agents: readonly Agent[]): number => agents.reduce((sum, agent) => sum + tokensOf(agent), 0)
