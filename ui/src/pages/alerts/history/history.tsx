import { useInfiniteQuery } from '@tanstack/react-query'
import { count } from '../../../format/format.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import { classes } from '../../../kit/classes.js'
import { Moment } from '../../../kit/time.js'
import { Unread } from '../../../kit/unread.js'
import { AlertLink } from '../alert-link.js'
import page from '../page.module.css'
import { alertPages, useAcknowledge } from '../queries.js'
import styles from './history.module.css'

/** All alerts, newest first. */
export function AlertHistory() {
  const t = useWords()
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(alertPages)
  const acknowledge = useAcknowledge()
  if (data === undefined) return <Unread error={error} />
  const alerts = data.pages.flatMap((part) => part.alerts)
  return (
    <section className={page['section']} aria-labelledby="alert-history">
      <header>
        <h2 id="alert-history">{t('alerts:history.heading')}</h2>
        <span className="num">{count(data.pages[0]?.total ?? 0)}</span>
      </header>
      {alerts.length === 0 && <p className={page['empty']}>{t('alerts:history.none')}</p>}
      <ol>
        {alerts.map((alert) => (
          <li key={alert.id} className={styles['alert']}>
            <Moment at={alert.triggered_at} className="num faint" />
            <div>
              <b>{alert.rule_name}</b>
              <AlertLink alert={alert} />
            </div>
            {alert.acknowledged_at === null ? (
              <button
                type="button"
                className={classes(buttons['button'], page['small'])}
                onClick={() => acknowledge.mutate(alert.id)}
              >
                {t('alerts:history.acknowledge')}
              </button>
            ) : (
              <span className="faint">{t('alerts:history.acknowledged')}</span>
            )}
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <button
          type="button"
          className={buttons['button']}
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t('alerts:history.older')}
        </button>
      )}
    </section>
  )
}
