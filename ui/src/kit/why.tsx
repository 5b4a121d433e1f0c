import { Link } from '@tanstack/react-router'
import type { Session } from '../api/types.js'
import { exactCount, momentSeconds } from '../format/format.js'
import { Trans } from '../i18n/trans.js'
import { useTimed } from '../live/clock.js'
import styles from './why.module.css'

/** The evidence behind a situation: which event, and when. */
export function Why({ session }: { session: Session }) {
  const { id, situation_event_type: kind, situation_event_id: event, situation_since: since } = session
  const at = useTimed((now) => momentSeconds(since, now))
  if (kind === null) return null
  const n = <span className="num" />
  return (
    <p className={styles['why']} data-evidence>
      {event === null ? (
        <Trans i18nKey="why.evidence" values={{ kind, at }} components={{ n }} />
      ) : (
        <Trans
          i18nKey="why.evidenceEvent"
          values={{ kind, at, event: exactCount(event) }}
          components={{
            n,
            event: <Link to="/sessions/$id" params={{ id }} search={{ tab: 'events', event, to: since }} />,
          }}
        />
      )}
    </p>
  )
}
