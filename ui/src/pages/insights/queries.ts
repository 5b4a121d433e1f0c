import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.js'
import { keys } from '../../api/queries.js'
import { boundsOf, type DayRange } from './period.js'
import type { InsightsSearch } from './search.js'

const asked = ({ project, model, tool, machine }: InsightsSearch, range: DayRange) => ({
  ...boundsOf(range),
  timezone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  cwd: project,
  model,
  providers: tool?.join(','),
  sources: machine?.join(','),
})

// The figures of the period before stay, dimmed, until the new ones are there.
const kept = { staleTime: 30_000, placeholderData: keepPreviousData } as const

export const costQuery = (search: InsightsSearch, range: DayRange) => {
  const query = asked(search, range)
  return queryOptions({
    ...kept,
    queryKey: [...keys.insights, 'cost', query],
    queryFn: ({ signal }) => call('GET /api/insights/cost', { query, signal }),
  })
}

export const activityQuery = (search: InsightsSearch, range: DayRange) => {
  const query = asked(search, range)
  return queryOptions({
    ...kept,
    queryKey: [...keys.insights, 'activity', query],
    queryFn: ({ signal }) => call('GET /api/insights/activity', { query, signal }),
  })
}

export const toolsQuery = (search: InsightsSearch, range: DayRange) => {
  const query = asked(search, range)
  return queryOptions({
    ...kept,
    queryKey: [...keys.insights, 'tools', query],
    queryFn: ({ signal }) => call('GET /api/insights/tools', { query, signal }),
  })
}

export const agentsQuery = (search: InsightsSearch, range: DayRange) => {
  const query = asked(search, range)
  return queryOptions({
    ...kept,
    queryKey: [...keys.insights, 'agents', query],
    queryFn: ({ signal }) => call('GET /api/insights/agents', { query, signal }),
  })
}

export const errorsQuery = (search: InsightsSearch, range: DayRange) => {
  const query = asked(search, range)
  return queryOptions({
    ...kept,
    queryKey: [...keys.insights, 'errors', query],
    queryFn: ({ signal }) => call('GET /api/insights/errors', { query, signal }),
  })
}

/** What the figures can be narrowed to. */
export const facetsQuery = queryOptions({
  staleTime: 30_000,
  queryKey: [...keys.insights, 'facets'],
  queryFn: ({ signal }) => call('GET /api/sessions/facets', { signal }),
})
