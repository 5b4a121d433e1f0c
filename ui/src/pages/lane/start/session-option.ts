import type { Lane, Session } from '../../../api/types.js'
import { moment } from '../../../format/format.js'
import { t } from '../../../i18n/i18n.js'
import type { Option } from '../../../kit/option.js'
import { titleOf } from '../../../kit/session-label.js'

/** Returns a session of a lane to choose from: its slot, when it was active and what was said tell it from others of its title. */
export function sessionOption(session: Session, { panes }: Lane): Option {
  const slot = panes.find(({ session_id: id }) => id === session.id)?.slot
  const said = session.headline?.text ?? session.prompt_preview
  const parts = [
    ...(slot === undefined ? [] : [t('lanes:start.inSlot', { slot })]),
    ...(session.last_activity === null ? [] : [moment(session.last_activity, Date.now())]),
    ...(said === null ? [] : [said]),
  ]
  return { value: session.id, label: titleOf(session), note: parts.join(' · ') }
}

/** Returns the sessions of a lane, the newest first. */
export const newestFirst = (sessions: readonly Session[]): readonly Session[] =>
  sessions.toSorted((a, b) => (b.last_activity ?? '').localeCompare(a.last_activity ?? ''))
