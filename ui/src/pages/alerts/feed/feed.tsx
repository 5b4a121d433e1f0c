import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import { alertRulesQuery, keys, openAlertsQuery } from '../../../api/queries.js'
import { useWords } from '../../../i18n/use-words.js'
import { SegmentedControl } from '../../../kit/segmented-control.js'
import { FailureNote } from '../../../kit/failure-note.js'
import { Unread } from '../../../kit/unread.js'
import { AlertRow } from './alert-row.js'
import { alertPages } from '../queries.js'

/** What the rules found, the newest first; live while the page is. */
export function AlertFeed() {
  const t = useWords()
  const queries = useQueryClient()
  const [onlyOpen, setOnlyOpen] = useState(true)
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(alertPages(onlyOpen))
  const { data: open } = useQuery(openAlertsQuery)
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
        <h2 id="alerts-title">{t('alerts:feed.title')}</h2>
        <p className="says" role="status">
          {open !== undefined && (open === 0 ? t('alerts:feed.none') : t('alerts:feed.open', { count: open }))}
        </p>
        <div className="buttons spans">
          <SegmentedControl
            label={t('alerts:feed.which')}
            name="alerts"
            value={onlyOpen ? 'open' : 'all'}
            options={[
              ['open', t('alerts:feed.onlyOpen')],
              ['all', t('alerts:feed.all')],
            ]}
            onChange={(which) => setOnlyOpen(which === 'open')}
          />
          <button
            type="button"
            className="btn"
            disabled={open === undefined || open === 0 || acknowledge.isPending}
            onClick={() => acknowledge.mutate('all')}
          >
            {t('alerts:feed.acknowledgeAll')}
          </button>
        </div>
      </div>
      {acknowledge.error !== null && (
        <p role="alert" className="bad">
          {advice(acknowledge.error)}
        </p>
      )}
      {data === undefined ? <Unread error={null} /> : alerts.length === 0 && <NoAlerts onlyOpen={onlyOpen} />}
      {alerts.length > 0 && (
        <ol className="alerts">
          {alerts.map((alert) => (
            <AlertRow key={alert.id} alert={alert} onAcknowledge={() => acknowledge.mutate(alert.id)} />
          ))}
        </ol>
      )}
      {hasNextPage && (
        <button type="button" className="btn" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('alerts:feed.older')}
        </button>
      )}
    </section>
  )
}

function NoAlerts({ onlyOpen }: { onlyOpen: boolean }) {
  const t = useWords()
  const { data: rules } = useQuery(alertRulesQuery)
  // What to do about it depends on them.
  if (rules === undefined) return null
  const isWatched = rules.some(({ enabled }) => enabled)
  return (
    <p className="empty">
      {onlyOpen
        ? t(isWatched ? 'alerts:feed.empty.openWatched' : 'alerts:feed.empty.openUnwatched')
        : t(isWatched ? 'alerts:feed.empty.allWatched' : 'alerts:feed.empty.allUnwatched')}
    </p>
  )
}
