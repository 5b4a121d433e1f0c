import { queryOptions } from '@tanstack/react-query'
import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import { call } from '../../../api/call.js'
import { keys } from '../../../api/queries.js'

export type StageEvent = RouteAnswer<'GET /api/lanes/:id/stage-events'>['items'][number]
export type Feature = RouteAnswer<'GET /api/lanes/:id/features'>['features'][number]
export type Template = RouteAnswer<'GET /api/lanes/pipelines'>['pipelines'][number]

/** The pipelines that a lane can follow. */
export const templatesQuery = queryOptions({
  staleTime: 0,
  queryKey: [...keys.lanes, 'pipelines'],
  queryFn: async ({ signal }) => (await call('GET /api/lanes/pipelines', { signal })).pipelines,
})

/** More stages than anyone reads at once. */
const STAGES = 100

/** The newest stages that were declared or detected. `at` is the time of the newest change of the lane. */
export const stageEventsQuery = (id: string, at: string) =>
  queryOptions({
    staleTime: 0,
    queryKey: [...keys.lanes, id, 'stage-events', at],
    queryFn: async ({ signal }) =>
      (await call('GET /api/lanes/:id/stage-events', { params: { id }, query: { limit: STAGES }, signal })).items,
    placeholderData: (before) => before,
  })

/** The pieces of work in a lane, the one that was touched last first. */
export const featuresQuery = (id: string, at: string) =>
  queryOptions({
    staleTime: 0,
    queryKey: [...keys.lanes, id, 'features', at],
    queryFn: async ({ signal }) => (await call('GET /api/lanes/:id/features', { params: { id }, signal })).features,
    placeholderData: (before) => before,
  })
