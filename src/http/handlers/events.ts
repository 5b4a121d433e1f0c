import { eventFacets, listEvents } from '../../projections/queries/events.js'
import type { events } from '../contract/events.js'
import type { Handlers } from '../handler.js'
import type { Services } from '../services.js'

export const eventHandlers = ({ db }: Services): Handlers<keyof typeof events> => ({
  'GET /api/events': ({ query }, { visibility }) => {
    const { limit, offset } = query
    return { status: 200, json: { ...listEvents(db, visibility, query), limit, offset } }
  },
  'GET /api/events/facets': ({ query }, { visibility }) => ({ status: 200, json: eventFacets(db, visibility, query) }),
})
