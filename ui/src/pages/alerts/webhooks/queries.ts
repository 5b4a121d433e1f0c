import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.js'
import { keys } from '../../../api/queries.js'

/** No message reports a delivery, so deliveries are polled this often. */
const LOOK_MS = 3000

/** The webhooks, newest first. */
export const webhooksQuery = queryOptions({
  queryKey: keys.webhooks,
  staleTime: 0,
  refetchInterval: LOOK_MS,
  queryFn: async ({ signal }) => (await call('GET /api/webhooks', { signal })).targets,
})

/** The kinds of webhooks, and what each needs. */
export const webhookKindsQuery = queryOptions({
  queryKey: [...keys.webhooks, 'kinds'],
  queryFn: async ({ signal }) => (await call('GET /api/webhooks/providers', { signal })).providers,
})

/** The deliveries of a webhook. */
export const deliveriesQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.webhooks, id, 'deliveries'],
    staleTime: 0,
    refetchInterval: LOOK_MS,
    queryFn: ({ signal }) => call('GET /api/webhooks/:id/deliveries', { params: { id }, query: { limit: 50 }, signal }),
  })
