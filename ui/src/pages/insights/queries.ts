import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.js'
import { keys } from '../../api/queries.js'
import type { RouteAnswer } from '../../../../src/http/contract/index.js'

export type Analytics = RouteAnswer<'GET /api/analytics'>
export type Workflows = RouteAnswer<'GET /api/workflows'>
export type Skills = RouteAnswer<'GET /api/workflows/skill-usage'>

// Sums over everything are read at each visit, not followed: a report that moves while it is read is none.
const fresh = { staleTime: 30_000 } as const
const zone = (): { readonly tz_offset: number } => ({ tz_offset: new Date().getTimezoneOffset() })

export const analyticsQuery = queryOptions({
  ...fresh,
  queryKey: [...keys.insights, 'analytics'],
  queryFn: ({ signal }) => call('GET /api/analytics', { query: zone(), signal }),
})

export const workflowsQuery = queryOptions({
  ...fresh,
  queryKey: [...keys.insights, 'workflows'],
  queryFn: ({ signal }) => call('GET /api/workflows', { signal }),
})

export const skillsQuery = queryOptions({
  ...fresh,
  queryKey: [...keys.insights, 'skills'],
  queryFn: ({ signal }) => call('GET /api/workflows/skill-usage', { signal }),
})

/** What everything cost, and what each of the two tools cost by day: together they are the whole. */
export const costQuery = queryOptions({
  ...fresh,
  queryKey: [...keys.insights, 'cost'],
  queryFn: async ({ signal }) => {
    const [all, claude, codex] = await Promise.all([
      call('GET /api/pricing/cost', { query: zone(), signal }),
      call('GET /api/pricing/cost', { query: { ...zone(), providers: 'claude' }, signal }),
      call('GET /api/pricing/cost', { query: { ...zone(), providers: 'codex' }, signal }),
    ])
    return { all, claude, codex }
  },
})
