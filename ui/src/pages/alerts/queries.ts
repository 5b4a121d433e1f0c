import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { call } from '../../api/call.js'
import { keys } from '../../api/queries.js'
import { isSubscribed } from '../../push/subscription.js'
import { canBePushed } from '../../push/worker.js'

/** The alert rules. */
export const alertRulesQuery = queryOptions({
  queryKey: keys.alertRules,
  queryFn: async ({ signal }) => (await call('GET /api/alerts/rules', { signal })).rules,
})

const PAGE = 50

/** All alerts, newest first. */
export const alertPages = infiniteQueryOptions({
  queryKey: [...keys.alerts, 'history'],
  queryFn: ({ pageParam, signal }) => call('GET /api/alerts', { query: { limit: PAGE, offset: pageParam }, signal }),
  initialPageParam: 0,
  getNextPageParam: ({ total, limit, offset }) => (offset + limit < total ? offset + limit : undefined),
  placeholderData: keepPreviousData,
  staleTime: 0,
})

/** More open alerts than this are counted, not listed: they are acknowledged together. */
export const MOST_OPEN = 5

/** The newest alerts that nobody has acknowledged, and how many there are. */
export const openAlertListQuery = queryOptions({
  queryKey: [...keys.alerts, 'open-list'],
  queryFn: ({ signal }) => call('GET /api/alerts', { query: { unacked: true, limit: MOST_OPEN }, signal }),
  staleTime: 0,
})

/** Whether this browser is subscribed to notifications. */
export const pushedQuery = queryOptions({
  queryKey: keys.push,
  queryFn: async () => canBePushed() && (await isSubscribed()),
  staleTime: 0,
})

/** Acknowledges an alert, or all of them. */
export function useAcknowledge() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (alert: number | 'all'): Promise<unknown> =>
      alert === 'all'
        ? call('POST /api/alerts/ack-all')
        : call('POST /api/alerts/:id/ack', { params: { id: String(alert) } }),
    onSettled: () =>
      Promise.all([keys.alerts, keys.alertRules].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  })
}
