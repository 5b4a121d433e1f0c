import { useQuery } from '@tanstack/react-query'
import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import type { Webhook } from '../../../api/types.js'
import { DataTable } from '../../../figures/data-table.js'
import type { Column } from '../../../figures/figure.js'
import { duration } from '../../../format/format.js'
import { t } from '../../../i18n/i18n.js'
import { useWords } from '../../../i18n/use-words.js'
import { Unread } from '../../../kit/unread.js'
import { Moment } from '../../../kit/time.js'
import { useTimed } from '../../../live/clock.js'
import { deliveriesQuery } from './queries.js'
import styles from './webhooks.module.css'

type Answer = RouteAnswer<'GET /api/webhooks/:id/deliveries'>
type Delivery = Answer['deliveries'][number]
type Due = Answer['due'][number]

const columns = (): readonly Column<Delivery>[] => [
  {
    title: t('alerts:webhooks.log.when'),
    value: ({ created_at }) => created_at,
    show: ({ created_at }) => <Moment at={created_at} />,
  },
  {
    title: t('alerts:webhooks.log.what'),
    value: ({ alert_id: id }) => (id === null ? t('alerts:webhooks.log.test') : t('alerts:webhooks.log.alert', { id })),
  },
  {
    title: t('alerts:webhooks.log.outcome'),
    value: ({ status }) => status,
    show: ({ status }) =>
      status === 'success' ? (
        t('alerts:webhooks.log.delivered')
      ) : (
        <span className="bad">{t('alerts:webhooks.log.givenUp')}</span>
      ),
  },
  { title: t('alerts:webhooks.log.answer'), isNumber: true, isSpare: true, value: ({ status_code }) => status_code },
  { title: t('alerts:webhooks.log.attempts'), isNumber: true, isSpare: true, value: ({ attempts }) => attempts },
  { title: t('alerts:webhooks.log.error'), value: ({ error }) => error },
]

/** The deliveries of a webhook, newest first, after those that are pending. */
export function DeliveryLog({ target }: { target: Webhook }) {
  useWords()
  const { data, error } = useQuery(deliveriesQuery(target.id))
  if (data === undefined) return <Unread error={error} />
  return (
    <div className={styles['log']}>
      {data.due.map((due, index) => (
        <DueLine key={due.alert_id} due={due} isFirst={index === 0} />
      ))}
      {data.deliveries.length === 0 && data.due.length === 0 && <p className="faint">{t('alerts:webhooks.nothing')}</p>}
      {data.deliveries.length > 0 && <DataTable columns={columns()} rows={data.deliveries} />}
    </div>
  )
}

/** A pending delivery: the first is being tried, the others wait for it. */
function DueLine({ due, isFirst }: { due: Due; isFirst: boolean }) {
  useWords()
  const { next_attempt_at: at } = due
  const next = useTimed((now) =>
    at === null || Date.parse(at) - now < 1000
      ? t('alerts:webhooks.log.now')
      : t('alerts:webhooks.log.in', { time: duration(Date.parse(at) - now) }),
  )
  return <p>{isFirst ? triedWords(due, next) : t('alerts:webhooks.log.waits', { id: due.alert_id })}</p>
}

/** Returns the number of attempts so far, and when the next one is. */
function triedWords({ alert_id: id, attempts: count, error }: Due, next: string): string {
  if (count === 0) return t('alerts:webhooks.log.sent', { id })
  return error === null
    ? t('alerts:webhooks.log.again', { id, count, next })
    : t('alerts:webhooks.log.againAfter', { id, count, error, next })
}
