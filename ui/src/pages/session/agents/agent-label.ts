import type { Agent } from '../../../api/types.js'
import { t } from '../../../i18n/i18n.js'

/** What the service calls a subagent that was given no name. */
const NAMELESS = 'Subagent'

/** What an agent is called in a list: its own name, else its kind. */
export function agentLabel({
  type,
  name,
  subagent_type: kind,
}: Pick<Agent, 'type' | 'name' | 'subagent_type'>): string {
  if (type === 'main') return t('session:agent.main')
  if (kind === 'compaction') return t('session:agent.compaction')
  return name === '' || name === NAMELESS ? (kind ?? t('session:agent.nameless')) : name
}
