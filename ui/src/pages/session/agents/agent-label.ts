import type { Agent } from '../../../api/types.js'

/** What the service calls a subagent that was given no name. */
const NAMELESS = 'Subagent'

/** What an agent is called in a list: its own name, else its kind. */
export function agentLabel({
  type,
  name,
  subagent_type: kind,
}: Pick<Agent, 'type' | 'name' | 'subagent_type'>): string {
  if (type === 'main') return 'Main'
  if (kind === 'compaction') return 'Compaction'
  return name === '' || name === NAMELESS ? (kind ?? NAMELESS) : name
}
