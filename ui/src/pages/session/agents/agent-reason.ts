import type { Agent } from '../../../api/types.js'
import { t } from '../../../i18n/i18n.js'
import type { Reason } from '../../../kit/reason.js'
import { situationWords } from '../../../kit/situation.js'

/** Returns what an agent's status is based on; null for a compaction, which has none. */
export function reasonOfAgent(agent: Agent): Reason | null {
  const { id, type, status, situation, status_event_id: event, status_event_type: kind } = agent
  if (agent.subagent_type === 'compaction') return null
  const isMain = type === 'main' && situation !== undefined
  return {
    of: id,
    session: agent.session_id,
    title: isMain ? t(`why.title.${situation}`) : t(`session:agent.why.${status}`),
    state: isMain ? situationWords(situation) : t(`session:agent.status.${status}`),
    because: isMain ? t(`why.because.${situation}`) : becauseOf(agent),
    since: agent.status_since,
    event,
    kind,
    processAlive: null,
  }
}

const becauseOf = ({ status, status_event_type: kind }: Agent): string => {
  if (kind === null) return t('session:agent.because.set')
  if (status === 'working') return t('session:agent.because.working')
  if (kind === 'SessionAbandoned') return t('why.because.abandoned')
  return t(kind === 'SessionEnd' ? 'session:agent.because.ended' : 'session:agent.because.stopped')
}
