import type { Agent } from '../../../api/types.js'

/** What an agent is called in a list: its kind for a subagent, since their names repeat. */
export function agentLabel(agent: Agent): string {
  if (agent.type === 'main') return 'Main'
  if (agent.subagent_type === 'compaction') return 'Compaction'
  return agent.name === '' ? (agent.subagent_type ?? 'Subagent') : agent.name
}
