import { localPrincipal, visibilityOf } from '../domain/access/visibility.js'
import { dayOf } from '../domain/time.js'
import type { Announcement } from '../projections/broadcast.js'
import { agentByKey } from '../projections/queries/agents.js'
import { eventsById } from '../projections/queries/events.js'
import { pricingList } from '../projections/queries/pricing.js'
import { sessionsByStream } from '../projections/queries/sessions.js'
import { globalStats } from '../projections/queries/stats.js'
import { runsByKey } from '../projections/queries/workflow-runs.js'
import type { Services } from './services.js'
import type { LiveSocket } from './ws.js'

/**
 * Returns a function that reads each announced row once, in its REST shape, and sends it. It builds nothing without listeners.
 */
export const announcer = (
  services: Pick<Services, 'db' | 'book' | 'isAlive' | 'clock' | 'connections'>,
  socket: LiveSocket,
  /** Whether all tables can be read. Once they can, clients are asked to re-read. */
  ready: () => boolean,
) => {
  const everything = visibilityOf(localPrincipal)
  const { db, book, isAlive, clock } = services
  const announce = ({ sessions, agents, events, workflows, bulk, pricing, stats }: Announcement): void => {
    if (pricing) socket.send('pricing_updated', { pricing: pricingList(db) })
    // A new price changes every row, so clients re-read instead of receiving single rows.
    if (bulk || pricing) socket.send('resync', { reason: 'bulk_change' })
    for (const row of sessionsByStream({ db, book: book(), isAlive }, everything, [...sessions.keys()])) {
      const { stream, session } = row
      socket.send(sessions.get(stream) === 'created' ? 'session_created' : 'session_updated', session)
    }
    for (const [key, change] of agents) {
      const slash = key.indexOf('/')
      const agent = agentByKey(db, everything, book(), Number(key.slice(0, slash)), key.slice(slash + 1))
      if (agent !== undefined) socket.send(change === 'created' ? 'agent_created' : 'agent_updated', agent)
    }
    for (const run of runsByKey(db, everything, book(), workflows)) socket.send('workflow_upserted', run)
    if (events.length > 0) for (const event of eventsById(db, everything, events)) socket.send('new_event', event)
    if (!stats) return
    const figures = globalStats(db, everything, book(), { sources: [], providers: [] }, dayOf(clock.now(), 0))
    socket.send('stats_update', { ...figures, ws_connections: services.connections() })
  }
  return (announcement: Announcement): void =>
    socket.isWanted && ready() ? socket.together(() => announce(announcement)) : socket.forget()
}
