import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.js'
import { keys } from '../../../api/queries.js'

/** What an action on a lane would lose. Read when its dialog opens, and never from the cache. */
export const preflightQuery = (id: string, action: 'reset' | 'remove') =>
  queryOptions({
    staleTime: Infinity,
    gcTime: 0,
    queryKey: [...keys.lanes, id, 'preflight', action],
    queryFn: async ({ signal }) => {
      const answer = await call('GET /api/lanes/:id/preflight', { params: { id }, query: { action }, signal })
      // The other shape is that of a purge.
      if (!('blocked' in answer)) throw new TypeError('preflight')
      return answer
    },
  })
