import * as Effect from 'effect/Effect'
import { newestRaces } from '../../../projections/queries/races.js'
import type { RaceRoute } from '../../contract/lane/races.js'
import type { Handlers } from '../../handler.js'
import { ok } from '../../reply.js'
import type { Services } from '../../services.js'

export const raceHandlers = ({ db, races, raceFacts }: Services): Handlers<RaceRoute> => ({
  'GET /api/races': (_input, { reads }) => ok({ races: newestRaces(db, reads) }),
  'POST /api/races': ({ body }, caller) =>
    Effect.map(races.start(body, caller), (json) => ({ status: 201 as const, json })),
  'GET /api/races/:id': (_input, { row, ...caller }) =>
    Effect.map(
      raceFacts(
        row.lanes.map(({ lane_id: id }) => id),
        caller,
      ),
      (facts) => ok({ race: row, ...facts }),
    ),
  'POST /api/races/:id/keep': ({ body }, { row, ...caller }) => Effect.map(races.keep(row.id, body, caller), ok),
})
