import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.js'
import { keys } from '../../api/queries.js'
import type { Session } from '../../api/types.js'
import { periodBetween, periodOf } from './range.js'
import { many, type SessionsSearch } from './search.js'

const PAGE = 100
/** More pinned sessions than this are no longer a choice. */
const MOST_PINNED = 200

/** The filters of the page as the service calls them. */
function asked({ q, state, provider, model, cwd, source, tag, lane, range, from, to }: SessionsSearch) {
  const period = range === undefined ? periodBetween(from, to) : periodOf(range, new Date())
  return {
    q,
    state: many(state),
    providers: many(provider),
    model: many(model),
    cwd: many(cwd),
    sources: many(source),
    tag: many(tag),
    lane,
    from: period.from?.toISOString(),
    to: period.to?.toISOString(),
  }
}

/** Whether the list is grouped by day, with pinned sessions first. */
export const isGrouped = ({ sort, ascending }: SessionsSearch): boolean => sort === undefined && ascending !== true

/** Pages of the list. A session that moved between two reads would appear on both pages: the first one keeps it. */
export const sessionPages = (search: SessionsSearch) =>
  infiniteQueryOptions({
    queryKey: [...keys.sessionList, search],
    // Read again at every visit: sessions come and go while another page is open.
    staleTime: 0,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/sessions', {
        query: {
          ...asked(search),
          limit: PAGE,
          sort_by: search.sort ?? 'time',
          sort_desc: search.ascending !== true,
          ...(isGrouped(search) ? { pinned: 'without' } : {}),
          ...(pageParam === '' ? {} : { cursor: pageParam }),
        },
        signal,
      }),
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    select: ({ pages }) => {
      const rows = new Map<string, Session>()
      for (const session of pages.flatMap((page) => page.sessions))
        if (!rows.has(session.id)) rows.set(session.id, session)
      return { total: pages[0]?.total ?? 0, rows: [...rows.values()] }
    },
  })

/** The pinned sessions that match, which the list shows first. */
export const pinnedSessions = (search: SessionsSearch) =>
  queryOptions({
    queryKey: [...keys.sessionList, 'pinned', search],
    staleTime: 0,
    queryFn: ({ signal }) =>
      call('GET /api/sessions', { query: { ...asked(search), pinned: 'only', limit: MOST_PINNED }, signal }),
    placeholderData: keepPreviousData,
    enabled: isGrouped(search),
  })

/** The groups of the whole list, with the number and the cost of their sessions. */
export const sessionGroups = (search: SessionsSearch) =>
  queryOptions({
    queryKey: [...keys.sessionList, 'groups', search],
    staleTime: 0,
    queryFn: ({ signal }) =>
      call('GET /api/sessions/groups', {
        query: { ...asked(search), timezone: Intl.DateTimeFormat().resolvedOptions().timeZone },
        signal,
      }),
    placeholderData: keepPreviousData,
    enabled: isGrouped(search),
  })

/** What can be filtered by, with how many sessions each choice would leave. */
export const sessionFacets = (search: SessionsSearch) =>
  queryOptions({
    queryKey: [...keys.sessionList, 'facets', search],
    staleTime: 0,
    queryFn: ({ signal }) => call('GET /api/sessions/facets', { query: asked(search), signal }),
    placeholderData: keepPreviousData,
  })
