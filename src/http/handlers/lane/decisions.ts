import * as Effect from 'effect/Effect'
import { type Zone, zoneNamed } from '../../../domain/reports/zone.js'
import type { DecisionRoute } from '../../contract/lane/decisions.js'
import type { Handlers } from '../../handler.js'
import { ok } from '../../reply.js'
import type { Services } from '../../services.js'

const UTC: Zone = { name: 'UTC', offsetAt: () => 0 }
const zoneOf = (name: string): Zone => zoneNamed(name) ?? UTC

export const decisionHandlers = ({ inbox }: Services): Handlers<DecisionRoute> => ({
  'GET /api/decisions': ({ query: { timezone } }, caller) => Effect.map(inbox.list(caller, zoneOf(timezone)), ok),
  'POST /api/decisions/:id/later': ({ params: { id }, query: { timezone }, body: { until } }, caller) =>
    Effect.map(inbox.later(id, until, caller, zoneOf(timezone)), ok),
})
