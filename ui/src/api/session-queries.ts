import { queryOptions } from '@tanstack/react-query'
import { call } from './call.js'
import { keys } from './queries.js'

/** Counts of one session, tokens by kind among them. */
export const sessionStatsQuery = (id: string) =>
  queryOptions({
    staleTime: 0,
    queryKey: [...keys.session, id, 'stats'],
    queryFn: ({ signal }) => call('GET /api/sessions/:id/stats', { params: { id }, signal }),
  })

/** The conversations that can be read. */
export const transcriptsQuery = (id: string) =>
  queryOptions({
    staleTime: 0,
    queryKey: [...keys.session, id, 'transcripts'],
    queryFn: ({ signal }) => call('GET /api/sessions/:id/transcripts', { params: { id }, signal }),
  })

/** The values that sessions can be filtered by; new ones are rare. */
export const sessionFacetsQuery = queryOptions({
  queryKey: [...keys.facets, 'sessions'],
  staleTime: 60_000,
  queryFn: ({ signal }) => call('GET /api/sessions/facets', { signal }),
})
