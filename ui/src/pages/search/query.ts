import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.js'
import { keys } from '../../api/queries.js'

const PAGE = 50
const AGAIN_MS = 2000

/** What was said with some words in any conversation, newest first. */
export const spokenPages = (q: string) =>
  infiniteQueryOptions({
    queryKey: [...keys.search, q],
    staleTime: 5000,
    initialPageParam: Number.MAX_SAFE_INTEGER,
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/search', { query: { q, limit: PAGE, before: pageParam }, signal }),
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: (before) => before,
    // While conversations are still being read there is more to find.
    refetchInterval: ({ state }) => (state.data?.pages.some((page) => page.behind) === true ? AGAIN_MS : false),
    select: ({ pages }) => ({ hits: pages.flatMap((page) => page.hits), behind: pages.some((page) => page.behind) }),
  })
