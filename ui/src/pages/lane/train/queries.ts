import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.js'
import { keys } from '../../../api/queries.js'

/** The merge trains that run, and those that ended last. The socket says when one changes. */
export const trainsQuery = queryOptions({
  staleTime: 0,
  queryKey: keys.trains,
  queryFn: async ({ signal }) => (await call('GET /api/trains', { signal })).trains,
})
