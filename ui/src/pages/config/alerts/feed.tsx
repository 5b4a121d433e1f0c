import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import { alertRulesQuery, keys, openAlertsQuery } from '../../../api/queries.js'
import { plural } from '../../../format/format.js'
import { Choice } from '../../../kit/choice.js'
import { FailureNote } from '../../../kit/failure-note.js'
import { AlertRow } from './alert-row.js'
import { alertPages } from './queries.js'

/** What the rules found, the newest first; live while the page is. */
export function AlertFeed() {
  const queries = useQueryClient()
  const [onlyOpen, setOnlyOpen] = useState(true)
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(alertPages(onlyOpen))
  const { data: open = 0 } = useQuery(openAlertsQuery)
  const acknowledge = useMutation({
    mutationFn: (alert: number | 'all'): Promise<unknown> =>
      alert === 'all'
        ? call('POST /api/alerts/ack-all')
        : call('POST /api/alerts/:id/ack', { params: { id: String(alert) } }),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.alerts }),
  })
  if (error !== null && data === undefined) return <FailureNote error={error} />
  const alerts = data?.pages.flatMap((page) => page.alerts) ?? []
  return (
    <section className="setting" aria-labelledby="alerts-title">
      <div className="setting-head">
        <h2 id="alerts-title">Alerts</h2>
        <p className="says" role="status">
          {open === 0 ? 'None waits to be acknowledged.' : `${plural(open, 'alert')} to acknowledge.`}
        </p>
        <div className="buttons spans">
          <Choice
            legend="Which alerts"
            name="alerts"
            value={onlyOpen ? 'open' : 'all'}
            options={[
              ['open', 'New'],
              ['all', 'All'],
            ]}
            onChange={(which) => setOnlyOpen(which === 'open')}
          />
          <button
            type="button"
            className="btn"
            disabled={open === 0 || acknowledge.isPending}
            onClick={() => acknowledge.mutate('all')}
          >
            Acknowledge all
          </button>
        </div>
      </div>
      {acknowledge.error !== null && (
        <p role="alert" className="bad">
          {advice(acknowledge.error)}
        </p>
      )}
      {data !== undefined && alerts.length === 0 && <NoAlerts onlyOpen={onlyOpen} />}
      {alerts.length > 0 && (
        <ol className="alerts">
          {alerts.map((alert) => (
            <AlertRow key={alert.id} alert={alert} onAcknowledge={() => acknowledge.mutate(alert.id)} />
          ))}
        </ol>
      )}
      {hasNextPage && (
        <button type="button" className="btn" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older ones
        </button>
      )}
    </section>
  )
}

function NoAlerts({ onlyOpen }: { onlyOpen: boolean }) {
  const { data: rules = [] } = useQuery(alertRulesQuery)
  const words = rules.some(({ enabled }) => enabled)
    ? 'Nothing. What the rules find appears here as it happens.'
    : 'Nothing is watched for. Add a rule below: it tells you when something happens that you want to know of.'
  return <p className="empty">{onlyOpen ? words : `No alert was ever given. ${words.replace('Nothing. ', '')}`}</p>
}
