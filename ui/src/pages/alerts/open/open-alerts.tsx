import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { advice } from '../../../api/failure.js'
import type { Alert } from '../../../api/types.js'
import { count } from '../../../format/format.js'
import { Trans } from '../../../i18n/trans.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import { classes } from '../../../kit/classes.js'
import { Glyph } from '../../../kit/glyph.js'
import { Age } from '../../../kit/time.js'
import { AlertLink } from '../alert-link.js'
import { findingOf } from '../rules/rule-words.js'
import page from '../page.module.css'
import { MOST_OPEN, openAlertListQuery, useAcknowledge } from '../queries.js'
import styles from './open-alerts.module.css'

/** The alerts that nobody has acknowledged. Nothing is shown while there is none. */
export function OpenAlerts() {
  const t = useWords()
  const { data } = useQuery(openAlertListQuery)
  const acknowledge = useAcknowledge()
  if (data === undefined || data.unacked === 0) return null
  return (
    <section className={page['section']} aria-labelledby="open-alerts">
      <header>
        <h2 id="open-alerts">{t('alerts:open.title')}</h2>
        <span className="num">{count(data.unacked)}</span>
        <button
          type="button"
          className={page['link']}
          disabled={acknowledge.isPending}
          onClick={() => acknowledge.mutate('all')}
        >
          {t('alerts:open.acknowledgeAll')}
        </button>
      </header>
      {acknowledge.error !== null && (
        <p role="alert" className="bad">
          {advice(acknowledge.error)}
        </p>
      )}
      <ul className={styles['list']}>
        {data.alerts.map((alert) => (
          <OpenAlert key={alert.id} alert={alert} onAcknowledge={() => acknowledge.mutate(alert.id)} />
        ))}
      </ul>
      {data.unacked > MOST_OPEN && (
        <Link to="/alerts" search={{ view: 'history' }} className={classes(page['link'], styles['more'])}>
          {t('alerts:open.more', { count: data.unacked - MOST_OPEN })}
        </Link>
      )}
    </section>
  )
}

function OpenAlert({ alert, onAcknowledge }: { alert: Alert; onAcknowledge: () => void }) {
  useWords()
  return (
    <li className={styles['needsAck']} data-alert={alert.id}>
      <Glyph situation="needs_you" />
      <div>
        <b>{alert.rule_name}</b>
        <AlertLink alert={alert} />
      </div>
      <Age since={alert.triggered_at} className="num faint" />
      <button type="button" className={classes(buttons['button'], page['small'])} onClick={onAcknowledge}>
        <Trans
          i18nKey="alerts:open.acknowledge"
          values={{ message: `${alert.rule_name}: ${findingOf(alert)}` }}
          components={{ quiet: <span className="sr-only" /> }}
        />
      </button>
    </li>
  )
}
