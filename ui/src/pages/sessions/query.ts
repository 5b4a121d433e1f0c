import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.js'
import { keys } from '../../api/queries.js'
import type { Session } from '../../api/types.js'
import type { SessionsSearch } from './search.js'

const PAGE = 100

/** Pages of the list. A session that moved between two reads would appear on both pages: the first one keeps it. */
export const sessionPages = ({ q, status, provider }: SessionsSearch) =>
  infiniteQueryOptions({
    queryKey: [...keys.sessionList, { q, status, provider }],
    // Read again at every visit: sessions come and go while another page is open.
    staleTime: 0,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/sessions', { query: { q, status, providers: provider, limit: PAGE, offset: pageParam }, signal }),
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
