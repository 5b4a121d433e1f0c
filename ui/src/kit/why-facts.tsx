import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { advice } from '../api/failure.js'
import { eventQuery } from '../api/queries.js'
import { exactCount, instant } from '../format/format.js'
import { useWords } from '../i18n/use-words.js'
import buttons from './button.module.css'
import { placeOf } from './event-place.js'
import facts from './facts.module.css'
import type { Reason } from './reason.js'
import styles from './why-facts.module.css'

/** Why a session or an agent is in its state: the rule, the event behind it, and a link to that event. */
export function WhyFacts({ reason }: { reason: Reason }) {
  const t = useWords()
  const { session: id, state, because, since, event, kind, processAlive } = reason
  return (
    <div className={styles['why']}>
      <h2>{state}</h2>
      <p>{because}</p>
      <dl className={facts['facts']}>
        <div>
          <dt>{t('why.event')}</dt>
          <dd>
            {kind ?? t('why.unknown')}
            {event !== null && <span className="num faint"> {exactCount(event)}</span>}
          </dd>
        </div>
        <div>
          <dt>{t('why.at')}</dt>
          <dd className="num">{instant(since)}</dd>
        </div>
        {processAlive !== null && (
          <div>
            <dt>{t('why.process')}</dt>
            <dd>{t(processAlive ? 'why.alive' : 'why.gone')}</dd>
          </div>
        )}
      </dl>
      {event !== null && (
        <>
          <Evidence session={id} event={event} at={since} />
          <Link
            className={buttons['button']}
            to="/sessions/$id"
            params={{ id }}
            search={{ tab: 'events', event, to: since }}
          >
            {t('why.show')}
          </Link>
        </>
      )}
    </div>
  )
}

function Evidence({ session, event, at }: { session: string; event: number; at: string }) {
  const t = useWords()
  const { data, error, isPending } = useQuery(eventQuery(session, event, at))
  if (error !== null) return <p className="faint">{advice(error)}</p>
  if (isPending) return <p className="faint">{t('why.reading')}</p>
  if (data === null) return <p className="faint">{t('why.lost')}</p>
  const place = placeOf(data.data)
  return (
    <p className={styles['evidence']}>
      {data.summary !== null && <span>{data.summary}</span>}
      <span className="faint">
        {place === undefined ? t('why.hook') : t('why.transcript', { line: exactCount(place.line) })}
      </span>
    </p>
  )
}
