import type { Agent, Session } from '../../../api/types.js'

type Node = Pick<Agent, 'id' | 'type' | 'started_at' | 'parent_agent_id'>

export interface Branch<A> {
  readonly agent: A
  /** 0 for the main agent. */
  readonly depth: number
}

/** The agents in the order of a tree: every agent under the one that called it, siblings by their start. */
export function treeOf<A extends Node>(agents: readonly A[]): readonly Branch<A>[] {
  const known = new Set(agents.map((agent) => agent.id))
  const children = new Map<string | null, A[]>()
  for (const agent of agents) {
    // A parent that was never seen must not hide its children.
    const parent = agent.parent_agent_id !== null && known.has(agent.parent_agent_id) ? agent.parent_agent_id : null
    children.set(parent, [...(children.get(parent) ?? []), agent])
  }
  const branches: Branch<A>[] = []
  const placed = new Set<string>()
  const place = (agent: A, depth: number): void => {
    if (placed.has(agent.id)) return
    placed.add(agent.id)
    branches.push({ agent, depth })
    for (const child of inOrder(children.get(agent.id))) place(child, depth + 1)
  }
  for (const agent of inOrder(children.get(null))) place(agent, 0)
  // Two agents that name each other as parent hang on no root: they are shown all the same.
  for (const agent of agents) place(agent, 0)
  return branches
}

const inOrder = <A extends Node>(agents: readonly A[] | undefined): readonly A[] =>
  (agents ?? []).toSorted((a, b) => {
    if (a.type !== b.type) return a.type === 'main' ? -1 : 1
    return a.started_at < b.started_at ? -1 : a.started_at > b.started_at ? 1 : 0
  })

/**
 * What an agent cost by itself. The service gives a main agent none, since its cost is counted in its session's: its
 * share is what the others leave of the session's.
 */
export function ownCost(agent: Agent, agents: readonly Agent[], session: Pick<Session, 'cost'>): number {
  if (agent.type !== 'main') return agent.cost
  const others = agents.reduce((sum, { type, cost }) => (type === 'main' ? sum : sum + cost), 0)
  return Math.max(0, (session.cost ?? 0) - others)
}

/** Each agent's tokens are its own, so the session's are their sum. */
export const tokensOfAll = (agents: readonly Agent[]): number =>
  agents.reduce((sum, agent) => sum + agent.input_tokens + agent.output_tokens, 0)
