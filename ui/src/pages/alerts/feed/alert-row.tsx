import { Link } from '@tanstack/react-router'
import type { Alert } from '../../../api/types.js'
import { Trans } from '../../../i18n/trans.js'
import { useWords } from '../../../i18n/use-words.js'
import { titleOf } from '../../../kit/session-label.js'
import { Moment } from '../../../kit/time.js'
import { useSession } from '../../../live/rows.js'

/** The message without the rule's name, which stands before it. */
const finding = ({ message, rule_name }: Alert): string =>
  message.startsWith(`${rule_name}: `) ? message.slice(rule_name.length + 2) : message

/** One thing that a rule found, and the way to the session it was found in. */
export function AlertRow({ alert, onAcknowledge }: { alert: Alert; onAcknowledge: () => void }) {
  const t = useWords()
  const session = useSession(alert.session_id) ?? { id: alert.session_id, name: null }
  const title = titleOf(session)
  const found = finding(alert)
  const isOpen = alert.acknowledged_at === null
  return (
    <li className={`alert-row ${isOpen ? 'open' : ''}`}>
      <Link to="/sessions/$id" params={{ id: alert.session_id }}>
        <b>{alert.rule_name}</b> <span>{found}</span>
        {/* Most messages name the session themselves. */}
        {!found.includes(title) && <span className="faint"> {title}</span>}
      </Link>
      <Moment at={alert.triggered_at} className="num faint" />
      {isOpen ? (
        <button type="button" className="btn" onClick={onAcknowledge}>
          <Trans
            i18nKey="alerts:feed.acknowledge"
            values={{ message: alert.message }}
            components={{ quiet: <span className="sr-only" /> }}
          />
        </button>
      ) : (
        <span className="faint">{t('alerts:feed.acknowledged')}</span>
      )}
    </li>
  )
}
