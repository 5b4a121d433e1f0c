import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.js'
import { keys } from '../../api/queries.js'
import type { Session } from '../../api/types.js'
import type { SessionsSearch } from './search.js'

const PAGE = 100

/** The filters of the page as the service calls them. */
const asked = ({ q, status, provider, model, cwd, source }: SessionsSearch) => ({
  q,
  status,
  providers: provider,
  model,
  cwd,
  sources: source,
})

/** Pages of the list. A session that moved between two reads would appear on both pages: the first one keeps it. */
export const sessionPages = (search: SessionsSearch) =>
  infiniteQueryOptions({
    queryKey: [...keys.sessionList, search],
    // Read again at every visit: sessions come and go while another page is open.
    staleTime: 0,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/sessions', { query: { ...asked(search), limit: PAGE, offset: pageParam }, signal }),
    getNextPageParam: ({ offset, sessions, total }) =>
      sessions.length > 0 && offset + sessions.length < total ? offset + sessions.length : undefined,
    placeholderData: (before) => before,
    select: ({ pages }) => {
      const rows = new Map<string, Session>()
      for (const session of pages.flatMap((page) => page.sessions))
        if (!rows.has(session.id)) rows.set(session.id, session)
      return { pages, rows: [...rows.values()] }
    },
  })

/** What can be filtered by, with how many sessions each choice would leave. */
export const sessionFacets = (search: SessionsSearch) =>
  queryOptions({
    queryKey: [...keys.sessionList, 'facets', search],
    staleTime: 0,
    queryFn: ({ signal }) => call('GET /api/sessions/facets', { query: asked(search), signal }),
    placeholderData: (before) => before,
  })
