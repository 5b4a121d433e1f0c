import { useQuery } from '@tanstack/react-query'
import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import type { Webhook } from '../../../api/types.js'
import { DataTable } from '../../../figures/data-table.js'
import type { Column } from '../../../figures/figure.js'
import { duration, plural } from '../../../format/format.js'
import { FailureNote } from '../../../kit/failure-note.js'
import { Moment } from '../../../kit/time.js'
import { useTimed } from '../../../live/clock.js'
import { deliveriesQuery } from './queries.js'

type Answer = RouteAnswer<'GET /api/webhooks/:id/deliveries'>
type Delivery = Answer['deliveries'][number]

const COLUMNS: readonly Column<Delivery>[] = [
  { title: 'When', value: ({ created_at }) => created_at, show: ({ created_at }) => <Moment at={created_at} /> },
  { title: 'What', value: ({ alert_id }) => (alert_id === null ? 'Test' : `Alert ${alert_id}`) },
  {
    title: 'Outcome',
    value: ({ status }) => status,
    show: ({ status }) => (status === 'success' ? 'Delivered' : <span className="bad">Given up</span>),
  },
  { title: 'Answer', isNumber: true, value: ({ status_code }) => status_code },
  { title: 'Attempts', isNumber: true, value: ({ attempts }) => attempts },
  { title: 'Error', value: ({ error }) => error },
]

/** What became of what was due to a webhook, the newest first. */
export function DeliveryLog({ target }: { target: Webhook }) {
  const { data, error } = useQuery(deliveriesQuery(target.id))
  if (data === undefined) return error === null ? null : <FailureNote error={error} />
  return (
    <div className="log">
      {data.due.map((due, index) => (
        <Due key={due.alert_id} due={due} isFirst={index === 0} />
      ))}
      {data.deliveries.length === 0 && data.due.length === 0 && <p className="faint">Nothing was sent yet.</p>}
      {data.deliveries.length > 0 && <DataTable columns={COLUMNS} rows={data.deliveries} />}
    </div>
  )
}

/** What did not arrive yet: the first is being tried, the others wait for it. */
function Due({ due, isFirst }: { due: Answer['due'][number]; isFirst: boolean }) {
  const { alert_id, attempts, error, next_attempt_at: at } = due
  const next = useTimed((now) =>
    at === null || Date.parse(at) - now < 1000 ? 'now' : `in ${duration(Date.parse(at) - now)}`,
  )
  const words = isFirst
    ? `${plural(attempts, 'attempt')}${error === null ? '' : `, ${error}`}; again ${next}.`
    : 'waits.'
  return (
    <p>
      Alert {alert_id}: {attempts === 0 && isFirst ? 'being sent.' : words}
    </p>
  )
}
