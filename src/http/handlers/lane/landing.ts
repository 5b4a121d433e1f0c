import * as Effect from 'effect/Effect'
import type { LandingRoute } from '../../contract/lane/landing.js'
import { LANE_PREFIXES } from '../../contract/lane/lanes.js'
import { mountedAt } from '../../contract/mounted-at.js'
import type { Handlers } from '../../handler.js'
import { done, ok } from '../../reply.js'
import type { Services } from '../../services.js'

export const landingHandlers = ({ landings, updateLane }: Services) => {
  const handlers: Handlers<LandingRoute> = {
    'GET /api/lanes/:id/land': (_input, { row, ...caller }) =>
      Effect.map(landings.preflight(row, caller), ({ place, facts, changes, acceptance, ...found }) =>
        ok({
          branch: place.branch,
          base: place.base.name,
          ahead: place.ahead,
          behind: place.behind,
          brought: place.brought,
          uncommitted: place.uncommitted,
          files: changes.files.length,
          checks: facts.checks?.map(({ edits, ...check }) => ({ ...check, edits_since: edits })) ?? null,
          busy_agents: facts.busyAgents,
          merging: place.merging,
          conflicts: facts.conflicts,
          lanes: facts.lanes?.map(({ lane, ...other }) => ({ lane_id: lane, ...other })) ?? null,
          checkout: place.holder,
          accepted:
            acceptance === null
              ? null
              : { at: acceptance.at, by: acceptance.by, current: facts.accepted === 'current' },
          landed: found.landed,
          rows: found.rows,
          verdict: found.verdict,
          expect: found.expect,
          messages: found.messages,
        }),
      ),
    'POST /api/lanes/:id/land': ({ body }, { row, ...caller }) => Effect.map(landings.land(row, body, caller), ok),
    'POST /api/lanes/:id/update': ({ body }, { row, ...caller }) => Effect.map(updateLane(row, body, caller), ok),
    'POST /api/lanes/:id/revert': ({ body }, { row, ...caller }) => Effect.map(landings.revert(row, body, caller), ok),
    'POST /api/lanes/:id/accept': ({ body }, { row, ...caller }) => Effect.as(landings.accept(row, body, caller), done),
    'DELETE /api/lanes/:id/accept': (_input, { row, ...caller }) => Effect.as(landings.withdraw(row, caller), done),
    'GET /api/lanes/:id/pull-request': (_input, { row }) => Effect.map(landings.pullRequest(row), ok),
  }
  return mountedAt(LANE_PREFIXES, handlers)
}
