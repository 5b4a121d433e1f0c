import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { SessionOrder } from '../../../../src/domain/search/order.js'
import { call } from '../../api/call.js'
import { keys } from '../../api/queries.js'
import { queryOf } from './filters.js'

const SESSIONS = 10
const MORE = 20
const AGAIN_MS = 2000

/** The sessions with matches, each with its newest hits. */
export const sessionPages = (text: string, sort: SessionOrder) =>
  infiniteQueryOptions({
    queryKey: [...keys.search, 'sessions', text, sort],
    staleTime: 5000,
    initialPageParam: sort === 'matches' ? 0 : Number.MAX_SAFE_INTEGER,
    queryFn: ({ pageParam, signal }) => {
      const place = sort === 'matches' ? { sort, offset: pageParam } : { before: pageParam }
      return call('GET /api/search/sessions', { query: { ...queryOf(text), limit: SESSIONS, ...place }, signal })
    },
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: (before) => before,
    // There may be more hits while conversations are still being indexed.
    refetchInterval: ({ state }) => (state.data?.pages.some((page) => page.behind) === true ? AGAIN_MS : false),
  })

/** The next hits of one session. */
export const morePages = (text: string, session: string, next: number) =>
  infiniteQueryOptions({
    queryKey: [...keys.search, 'more', text, session, next],
    staleTime: 5000,
    initialPageParam: next,
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/search', {
        query: { ...queryOf(text), session_id: session, limit: MORE, before: pageParam },
        signal,
      }),
    getNextPageParam: (page) => page.next ?? undefined,
  })

/** Lines after the hit that the preview shows, and all its messages. */
const AFTER = 8
const MESSAGES = 10

/** The messages around a hit. */
export const aroundQuery = (session: string, agent: string | null, line: number) =>
  queryOptions({
    staleTime: 60_000,
    queryKey: [...keys.session, session, 'around', agent ?? 'main', line],
    queryFn: ({ signal }) =>
      call('GET /api/sessions/:id/transcript', {
        params: { id: session },
        query: { agent_id: agent ?? undefined, before: line + AFTER, limit: MESSAGES },
        signal,
      }),
  })

/** The names of projects to filter by, most recently used first. */
export const projectNamesQuery = queryOptions({
  staleTime: 60_000,
  queryKey: [...keys.facets, 'projects'],
  queryFn: async ({ signal }) => {
    const { projects } = await call('GET /api/projects', { query: { limit: 100 }, signal })
    return [...new Set(projects.map(({ name }) => name))]
  },
})
