import { quotaOf } from '../../../projections/queries/quota.js'
import type { quota } from '../../contract/cost/quota.js'
import type { Handlers } from '../../handler.js'
import type { Services } from '../../services.js'

export const quotaHandlers = ({ db, book, clock, statusReadings }: Services): Handlers<keyof typeof quota> => ({
  'GET /api/quota': (_input, { reads }) => ({
    status: 200,
    json: quotaOf(db, reads, book(), statusReadings.all, clock.now()),
  }),
  'POST /api/statusline': ({ body }) => statusReadings.take(body) ?? { status: 204 },
})
