import type { Agent } from '../../../api/types.js'

export interface Branch {
  readonly agent: Agent
  /** 0 for the main agent. */
  readonly depth: number
}

/** The agents in the order of a tree: every agent under the one that called it, siblings by their start. */
export function treeOf(agents: readonly Agent[]): readonly Branch[] {
  const known = new Set(agents.map((agent) => agent.id))
  const children = new Map<string | null, Agent[]>()
  for (const agent of agents) {
    // A parent that was never seen must not hide its children.
    const parent = agent.parent_agent_id !== null && known.has(agent.parent_agent_id) ? agent.parent_agent_id : null
    children.set(parent, [...(children.get(parent) ?? []), agent])
  }
  const branches: Branch[] = []
  const placed = new Set<string>()
  const place = (agent: Agent, depth: number): void => {
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

const inOrder = (agents: readonly Agent[] | undefined): readonly Agent[] =>
  (agents ?? []).toSorted((a, b) => {
    if (a.type !== b.type) return a.type === 'main' ? -1 : 1
    return a.started_at < b.started_at ? -1 : a.started_at > b.started_at ? 1 : 0
  })

export interface Sums {
  readonly tokens: number
  readonly cost: number
}

/** Each agent's figures are its own, so the session is their sum. */
export const sumsOf = (agents: readonly Agent[]): Sums => ({
  tokens: agents.reduce((sum, agent) => sum + agent.input_tokens + agent.output_tokens, 0),
  cost: agents.reduce((sum, agent) => sum + agent.cost, 0),
})
