import { eventFacets, eventsById, listEvents } from '../../../projections/queries/events.js'
import type { events } from '../../contract/session/events.js'
import type { Handlers } from '../../handler.js'
import type { Services } from '../../services.js'

export const eventHandlers = ({ db, side }: Services): Handlers<keyof typeof events> => ({
  'GET /api/events': async ({ query }, { reads }) => {
    const { limit, offset, q } = query
    if (query.id.length > 0) {
      const ids = query.id.map(Number).filter(Number.isSafeInteger)
      const events = eventsById(db, reads, ids).toReversed()
      return { status: 200, json: { events, total: events.length, limit, offset: 0 } }
    }
    const page = q === undefined ? listEvents(db, reads, query) : await side.find(reads, { ...query, q })
    return { status: 200, json: { ...page, limit, offset } }
  },
  'GET /api/events/facets': ({ query }, { reads }) => ({ status: 200, json: eventFacets(db, reads, query) }),
})
