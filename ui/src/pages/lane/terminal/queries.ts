import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.js'
import { keys } from '../../../api/queries.js'

/** How a run that has ended did so. It never changes again. */
export const runQuery = (id: string) =>
  queryOptions({
    staleTime: Infinity,
    queryKey: [...keys.lanes, 'run', id],
    queryFn: ({ signal }) => call('GET /api/run/:id', { params: { id }, signal }),
  })
