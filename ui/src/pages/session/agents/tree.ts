import type { Agent, Session } from '../../../api/types.js'

type Node = Pick<Agent, 'id' | 'type' | 'started_at' | 'parent_agent_id'>

export interface Branch<A> {
  readonly agent: A
  /** 0 for the main agent. */
  readonly depth: number
  /** The agent it hangs on; null for one that hangs on none. */
  readonly parent: string | null
  /** Its place among its siblings, from 1, and how many those are. */
  readonly place: number
  readonly siblings: number
  readonly children: number
}

/** The agents in the order of a tree: every agent under the one that called it, siblings by their start. */
export function treeOf<A extends Node>(agents: readonly A[]): readonly Branch<A>[] {
  const known = new Set(agents.map((agent) => agent.id))
  const children = new Map<string | null, A[]>()
  for (const agent of agents) {
    // A parent that was never seen must not hide its children.
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
  // Two agents that name each other as parent hang on no root: they are shown all the same.
  place(agents, null, 0)
  return branches
}

/** The agents that are not folded away under one of `folded`. */
export function unfolded<A extends Pick<Node, 'id'>>(
  branches: readonly Branch<A>[],
  folded: ReadonlySet<string>,
): readonly Branch<A>[] {
  if (folded.size === 0) return branches
  const hidden = new Set<string>()
  return branches.filter(({ agent, parent }) => {
    // A parent stands before its children.
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
 * What an agent cost by itself. The service gives a main agent none, since its cost is counted in its session's: its
 * share is what the others leave of the session's.
 */
export function ownCost(agent: Agent, agents: readonly Agent[], session: Pick<Session, 'cost'>): number {
  if (agent.type !== 'main') return agent.cost
  const others = agents.reduce((sum, { type, cost }) => (type === 'main' ? sum : sum + cost), 0)
  // To the precision of the service: what is left of a subtraction is no cost.
  return Math.max(0, Math.round(((session.cost ?? 0) - others) * 1e10) / 1e10)
}

/** All tokens that an agent used, read from and written to the cache too: the same count as its session's. */
export function tokensOf({ metadata, input_tokens, output_tokens }: Agent): number {
  // Beside what the service puts there it holds what somebody else did.
  const { tokens } = metadata === null ? {} : (JSON.parse(metadata) as { readonly tokens?: Record<string, unknown> })
  const [read, written] = [tokens?.['cache_read_tokens'], tokens?.['cache_write_tokens']]
  return (
    input_tokens + output_tokens + (typeof read === 'number' ? read : 0) + (typeof written === 'number' ? written : 0)
  )
}

/** Each agent's tokens are its own, so the session's are their sum. */
export const tokensOfAll = (agents: readonly Agent[]): number => agents.reduce((sum, agent) => sum + tokensOf(agent), 0)
