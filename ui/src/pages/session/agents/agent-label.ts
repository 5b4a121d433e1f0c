import type { Agent } from '../../../api/types.js'
import { t } from '../../../i18n/i18n.js'

/** The name that the service gives a subagent without a name. */
const NAMELESS = 'Subagent'

/** Returns the name of an agent for lists: its own name, else its type. */
export function agentLabel({
  type,
  name,
  subagent_type: kind,
}: Pick<Agent, 'type' | 'name' | 'subagent_type'>): string {
  if (type === 'main') return t('session:agent.main')
  if (kind === 'compaction') return t('session:agent.compaction')
  return name === '' || name === NAMELESS ? (kind ?? t('session:agent.nameless')) : name
}
