import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.js'
import { keys } from '../../../api/queries.js'
import type { ToolId } from '../../../api/tools.js'

/** The names of the variables that agents get, and of those that they do not get. They change only with a restart. */
export const environmentQuery = queryOptions({
  staleTime: Number.POSITIVE_INFINITY,
  queryKey: [...keys.lanes, 'environment'],
  queryFn: ({ signal }) => call('GET /api/run/environment', { signal }),
})

/** The models that recent sessions of a tool used. */
export const modelsQuery = (tool: ToolId) =>
  queryOptions({
    staleTime: 0,
    queryKey: [...keys.lanes, 'models', tool],
    queryFn: async ({ signal }) => (await call('GET /api/run/models', { query: { tool }, signal })).items,
  })
