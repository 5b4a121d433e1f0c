import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.js'
import { keys } from '../../api/queries.js'
import type { Provider } from '../../api/tools.js'
import type { RouteAnswer } from '../../../../src/http/contract/index.js'
import { dateOf } from '../../figures/day-columns.js'
import type { Span } from './search.js'

export type Analytics = RouteAnswer<'GET /api/analytics'>
export type Workflows = RouteAnswer<'GET /api/workflows'>
export type Skills = RouteAnswer<'GET /api/workflows/skill-usage'>

/** Which sessions all figures are about. */
export interface Scope {
  readonly provider?: Provider | undefined
  readonly source?: string | undefined
}

// Sums over everything are read at each visit, not followed: a report that moves while it is read is none.
// Another time or tool is another reading of the same page: what was there stays, dimmed, until it is read.
const fresh = { staleTime: 30_000, placeholderData: keepPreviousData } as const
const asked = ({ provider, source }: Scope) => ({ providers: provider, sources: source })

export const usageQuery = (span: Span, scope: Scope) => {
  const since = span === 'all' ? undefined : dateOf(Date.now(), span - 1)
  const timezone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return queryOptions({
    ...fresh,
    queryKey: [...keys.insights, 'usage', scope, since, timezone],
    queryFn: ({ signal }) => call('GET /api/usage', { query: { ...asked(scope), since, timezone }, signal }),
  })
}

export const analyticsQuery = (scope: Scope) =>
  queryOptions({
    ...fresh,
    queryKey: [...keys.insights, 'analytics', scope],
    queryFn: ({ signal }) =>
      call('GET /api/analytics', { query: { ...asked(scope), tz_offset: new Date().getTimezoneOffset() }, signal }),
  })

export const workflowsQuery = (scope: Scope) =>
  queryOptions({
    ...fresh,
    queryKey: [...keys.insights, 'workflows', scope],
    queryFn: ({ signal }) => call('GET /api/workflows', { query: asked(scope), signal }),
  })

export const skillsQuery = (scope: Scope) =>
  queryOptions({
    ...fresh,
    queryKey: [...keys.insights, 'skills', scope],
    queryFn: ({ signal }) => call('GET /api/workflows/skill-usage', { query: asked(scope), signal }),
  })

/** What all sessions could be narrowed to. */
export const scopesQuery = queryOptions({
  staleTime: fresh.staleTime,
  queryKey: [...keys.insights, 'scopes'],
  queryFn: ({ signal }) => call('GET /api/sessions/facets', { signal }),
})
