import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.js'
import { keys } from '../../../api/queries.js'

const SYNCING_MS = 700
const RESTING_MS = 15_000

/** The remote machines. They are polled during a sync, whose counts grow. */
export const sourcesQuery = queryOptions({
  queryKey: keys.sources,
  staleTime: 0,
  queryFn: async ({ signal }) => (await call('GET /api/remote-sources', { signal })).sources,
  refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'syncing') ? SYNCING_MS : RESTING_MS),
})
