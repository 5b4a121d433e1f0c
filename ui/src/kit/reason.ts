import type { Session } from '../api/types.js'
import { t } from '../i18n/i18n.js'
import { situationWords } from './situation.js'

/** Why a state was derived: the rule as text, and the event behind it. */
export interface Reason {
  /** The id of the session or agent. */
  readonly of: string
  readonly session: string
  readonly title: string
  readonly state: string
  readonly because: string
  readonly since: string
  readonly event: number | null
  readonly kind: string | null
  /** Null where no process is known. */
  readonly processAlive: boolean | null
}

export const reasonOfSession = (session: Session): Reason => ({
  of: session.id,
  session: session.id,
  title: t(`why.title.${session.situation}`),
  state: situationWords(session.situation),
  because: t(`why.because.${session.situation}`),
  since: session.situation_since,
  event: session.situation_event_id,
  kind: session.situation_event_type,
  processAlive: session.process_alive,
})
