import type { Agent, Situation } from '../../../api/types.js'
import { t } from '../../../i18n/i18n.js'
import type { Reason } from '../../../kit/reason.js'

const WAITS: Readonly<Record<NonNullable<Agent['awaiting_reason']>, Situation>> = {
  notification: 'needs_you',
  stop: 'your_turn',
  session_start: 'ready',
  interrupted: 'interrupted',
}
const SITUATION_OF: Readonly<Record<Agent['status'], Situation>> = {
  working: 'working',
  waiting: 'your_turn',
  completed: 'done',
  error: 'failed',
}

/** What an agent's status rests on; null for what has none: a compaction is a moment of its session. */
export function reasonOfAgent(agent: Agent): Reason | null {
  const { id, status, awaiting_reason: waits, status_event_id: event, status_event_type: kind } = agent
  if (agent.subagent_type === 'compaction') return null
  const asks = waits === 'notification'
  return {
    of: id,
    session: agent.session_id,
    title: asks ? t('why.title.needs_you') : t(`session:agent.why.${status}`),
    state: asks ? t('situation.needs_you') : t(`session:agent.status.${status}`),
    because: becauseOf(agent),
    since: agent.status_since,
    event,
    kind,
    processAlive: null,
  }
}

const becauseOf = ({ type, status, awaiting_reason: waits, status_event_type: kind }: Agent): string => {
  if (type === 'main') return t(`why.because.${waits === null ? SITUATION_OF[status] : WAITS[waits]}`)
  if (kind === null) return t('session:agent.because.set')
  if (status === 'working') return t('session:agent.because.working')
  if (kind === 'SessionAbandoned') return t('why.because.abandoned')
  return t(kind === 'SessionEnd' ? 'session:agent.because.ended' : 'session:agent.because.stopped')
}
