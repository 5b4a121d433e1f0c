import * as Effect from 'effect/Effect'
import { reject } from '../../../domain/rejection.js'
import { laneById } from '../../../projections/queries/lanes.js'
import type { LaneActionRoute } from '../../contract/lane/actions.js'
import { LANE_PREFIXES } from '../../contract/lane/lanes.js'
import { mountedAt } from '../../contract/mounted-at.js'
import { absent } from '../../contract/row-kinds.js'
import type { Handlers } from '../../handler.js'
import type { Services } from '../../services.js'

export const laneActionHandlers = ({ db, laneActions }: Services) => {
  const handlers: Handlers<LaneActionRoute> = {
    'GET /api/lanes/:id/preflight': ({ query }, { row }) =>
      query.action === undefined
        ? reject('EBADACTION', 'action: must be reset or remove')
        : Effect.map(laneActions.preflight(row), (json) => ({ status: 200 as const, json })),
    'POST /api/lanes/:id/reset': ({ body }, { row: { id }, author, visibility }) =>
      Effect.flatMap(laneActions.reset(id, body, author), () => {
        const lane = laneById(db, visibility, id)
        return lane === undefined
          ? Effect.fail(absent('lane'))
          : Effect.succeed({ status: 200 as const, json: { ok: true, lane } })
      }),
    'POST /api/lanes/:id/remove': ({ body }, { row: { id }, author }) =>
      Effect.map(laneActions.remove(id, body, author), () => ({ status: 200 as const, json: { ok: true } })),
  }
  return mountedAt(LANE_PREFIXES, handlers)
}
