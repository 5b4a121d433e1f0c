import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.js'
import { keys } from '../api/queries.js'

/** The kinds and tools that events can be filtered by; new ones are rare. */
export const eventFacetsQuery = queryOptions({
  queryKey: keys.facets,
  staleTime: 60_000,
  queryFn: ({ signal }) => call('GET /api/events/facets', { signal }),
})

/** One event by its id; null if it was deleted. */
export const eventByIdQuery = (session: string, event: number) =>
  queryOptions({
    staleTime: Infinity,
    queryKey: [...keys.session, session, 'event-by-id', event],
    queryFn: async ({ signal }) => {
      const { events } = await call('GET /api/events', { query: { id: String(event) }, signal })
      return events[0] ?? null
    },
  })
