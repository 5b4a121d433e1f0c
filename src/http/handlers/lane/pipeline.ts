import * as Effect from 'effect/Effect'
import { featureSlug } from '../../../domain/feature/slug.js'
import { pipelineStatistics } from '../../../domain/pipeline/stats.js'
import { reject } from '../../../domain/rejection.js'
import { featuresOfLane } from '../../../projections/queries/features.js'
import { laneById, laneNames } from '../../../projections/queries/lanes.js'
import { pipelineCounts, stageEvents } from '../../../projections/queries/stage-statistics.js'
import { LANE_PREFIXES } from '../../contract/lane/lanes.js'
import type { LanePipelineRoute } from '../../contract/lane/pipeline.js'
import { mountedAt } from '../../contract/mounted-at.js'
import type { Handlers } from '../../handler.js'
import { ok, stillThere } from '../../reply.js'
import type { Services } from '../../services.js'

const LANE_ID = /^[1-9]\d{0,14}$/

export const lanePipelineHandlers = ({ db, pipelines }: Services) => {
  const handlers: Handlers<LanePipelineRoute> = {
    'POST /api/lanes/:id/stage': ({ body }, { row: { id }, author, writes }) =>
      Effect.gen(function* () {
        yield* pipelines.declare(id, body, author)
        return ok({ lane: pipelines.show(yield* stillThere('lane', laneById(db, writes, id))) })
      }),
    'GET /api/lanes/:id/stage-events': ({ query: { limit, before } }, { row: { id }, reads }) => {
      const items = stageEvents(db, reads, id, { before, limit })
      return { status: 200, json: { items, next: items.length < limit ? null : (items.at(-1)?.id ?? null) } }
    },
    'GET /api/lanes/:id/features': (_input, { row: { id }, reads }) => ({
      status: 200,
      json: { features: featuresOfLane(db, reads, id).map(pipelines.showFeature) },
    }),
    'GET /api/lanes/:id/features/:slug': ({ params }, { row: { id }, reads }) => {
      const slug = featureSlug(params.slug)
      const feature = featuresOfLane(db, reads, id).find((one) => one.slug === slug)
      if (feature === undefined) return reject('ENOFEATURE', 'feature not found')
      return { status: 200, json: { feature: pipelines.showFeature(feature) } }
    },
    'POST /api/lanes/:id/features/activate': ({ body }, { row: { id }, author, writes }) =>
      Effect.gen(function* () {
        yield* pipelines.activate(id, body, author)
        const lane = yield* stillThere('lane', laneById(db, writes, id))
        const active = featuresOfLane(db, writes, id).find(({ archived_at }) => archived_at === null)
        return ok({ lane: pipelines.show(lane), feature: pipelines.showFeature(yield* stillThere('lane', active)) })
      }),
    'GET /api/lanes/pipeline-stats': ({ query: { lane = 'all' } }, { reads }) => {
      if (lane !== 'all' && !LANE_ID.test(lane)) return reject('EBADLANE', 'lane: must be the id of a lane, or all')
      const shown = laneNames(db, reads)
      const of = lane === 'all' ? undefined : Number(lane)
      const on = shown.filter(({ id }) => of === undefined || id === of).map(({ pipeline }) => pipeline)
      const counts = pipelineCounts(db, reads, of)
      return {
        status: 200,
        json: {
          pipelines: pipelineStatistics(pipelines.templates(), on, counts),
          lanes: shown.map(({ id, title, cwd }) => ({ id, title, cwd })),
        },
      }
    },
  }
  return mountedAt(LANE_PREFIXES, handlers)
}
