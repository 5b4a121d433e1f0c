import * as Effect from 'effect/Effect'
import type { Visibility } from '../../../domain/access/visibility.js'
import { laneById, type LaneShape } from '../../../projections/queries/lanes.js'
import { LANE_PREFIXES } from '../../contract/lane/lanes.js'
import type { LaneRunRoute } from '../../contract/lane/runs.js'
import { mountedAt } from '../../contract/mounted-at.js'
import type { Handlers } from '../../handler.js'
import type { Services } from '../../services.js'

export const laneRunHandlers = ({ db, runs, newLanes, resumes, pipelines, routerAttachments }: Services) => {
  /** Returns the lane after a command. It may have been deleted meanwhile, while its last run was stopped. */
  const after = (lane: LaneShape, visibility: Visibility) => pipelines.show(laneById(db, visibility, lane.id) ?? lane)

  const handlers: Handlers<LaneRunRoute> = {
    'POST /api/lanes/new': ({ body }, caller) =>
      Effect.map(newLanes(body, caller), ({ lanes, refused }) => ({
        status: 201 as const,
        json: {
          lanes: lanes.flatMap(({ id, run, error }) => {
            const lane = laneById(db, caller.writes, id)
            return lane === undefined ? [] : [{ lane: pipelines.show(lane), run_id: run, error }]
          }),
          refused,
        },
      })),
    'POST /api/lanes/:id/start': ({ body }, { row, ...caller }) =>
      Effect.map(runs.start(row, body, caller), ({ run, slot, attached }) => ({
        status: 200 as const,
        json: { lane: after(row, caller.writes), run_id: run, slot, attached },
      })),
    'POST /api/lanes/:id/router/apply': ({ body: { profile, router, name } }, { row, author, writes }) =>
      Effect.map(routerAttachments.apply(row, profile ?? router ?? name, author), (applied) => ({
        status: 200 as const,
        json: { lane: after(row, writes), ...applied },
      })),
    'POST /api/lanes/:id/stop': ({ body }, { row, author, writes }) =>
      Effect.map(runs.stop(row, body, author), (stopped) => ({
        status: 200 as const,
        json: { lane: after(row, writes), stopped },
      })),
    'POST /api/lanes/resume': ({ body }, caller) =>
      Effect.map(resumes.resume({ runs: body.runs ?? undefined, dryRun: body.dryRun === true }, caller), (json) => ({
        status: 200 as const,
        json,
      })),
  }
  return mountedAt(LANE_PREFIXES, handlers)
}
