import * as Effect from 'effect/Effect'
import { reject } from '../../../domain/rejection.js'
import { laneById } from '../../../projections/queries/lanes.js'
import type { LaneActionRoute } from '../../contract/lane/actions.js'
import { LANE_PREFIXES } from '../../contract/lane/lanes.js'
import { mountedAt } from '../../contract/mounted-at.js'
import { absent } from '../../contract/row-kinds.js'
import type { Handlers } from '../../handler.js'
import type { Services } from '../../services.js'

export const laneActionHandlers = ({ db, pipelines, laneActions, lanePurge, sessionWorktrees }: Services) => {
  const handlers: Handlers<LaneActionRoute> = {
    'GET /api/lanes/:id/preflight': ({ query: { action } }, { row, writes }) => {
      if (action === undefined) return reject('EBADACTION', 'action: must be reset, remove or purge')
      const ok = <A>(json: A) => ({ status: 200 as const, json })
      return action === 'purge'
        ? Effect.map(lanePurge.preflight(row.id, writes), ok)
        : Effect.map(laneActions.preflight(row, action), ok)
    },
    'POST /api/lanes/:id/reset': ({ body }, { row: { id }, author, writes }) =>
      Effect.flatMap(laneActions.reset(id, body, author), ({ warnings }) => {
        const lane = laneById(db, writes, id)
        return lane === undefined
          ? Effect.fail(absent('lane'))
          : Effect.succeed({ status: 200 as const, json: { ok: true, lane: pipelines.show(lane), warnings } })
      }),
    'POST /api/lanes/:id/remove': ({ body }, { row: { id }, author }) =>
      Effect.map(laneActions.remove(id, body, author), (left) => ({
        status: 200 as const,
        json: { ok: true, ...left },
      })),
    'POST /api/lanes/:id/purge': ({ body }, { row: { id }, ...caller }) =>
      Effect.map(lanePurge.purge(id, body, caller), (purged) => ({
        status: 200 as const,
        json: { ok: true, purged },
      })),
    'POST /api/lanes/:id/session-worktree/remove': ({ body }, { row, writes }) =>
      Effect.map(sessionWorktrees.remove(row, body, writes), (json) => ({ status: 200 as const, json })),
  }
  return mountedAt(LANE_PREFIXES, handlers)
}
