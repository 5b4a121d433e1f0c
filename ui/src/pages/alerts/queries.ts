import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { call } from '../../api/call.js'
import { keys } from '../../api/queries.js'

/** Few: the rules stand below them, and are looked for as often. */
const PAGE = 10

/** The alerts, the newest first, page after page; all of them, or those that nobody has acknowledged. */
export const alertPages = (onlyOpen: boolean) =>
  infiniteQueryOptions({
    queryKey: [...keys.alerts, 'feed', onlyOpen],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/alerts', {
        query: { ...(onlyOpen ? { unacked: true } : {}), limit: PAGE, offset: pageParam },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ total, limit, offset }) => (offset + limit < total ? offset + limit : undefined),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
