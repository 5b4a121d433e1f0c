import { isRejection } from '../../domain/rejection.js'
import type { maintenance } from '../contract/maintenance.js'
import type { Handlers } from '../handler.js'
import type { Services } from '../services.js'

export const maintenanceHandlers = (services: Services): Handlers<keyof typeof maintenance> => {
  const { maintenance: commands } = services
  const clear = async (actor: string) => {
    const { gone, erasure } = await commands.clearData(actor)
    const { sessions, agents, events } = gone
    return { status: 200 as const, json: { ok: true as const, cleared: { sessions, agents, events }, erasure } }
  }
  return {
    'DELETE /api/sessions/:id': async ({ params }, { principal }) => {
      const done = await commands.deleteSession(params.id, principal.id)
      if (isRejection(done)) return done
      const { events, agents } = done.gone
      return {
        status: 200,
        json: { ok: true, deleted: true, purged_events: events, purged_agents: agents, erasure: done.erasure },
      }
    },
    'DELETE /api/sessions': (_input, { principal }) => clear(principal.id),
    'POST /api/settings/clear-data': (_input, { principal }) => clear(principal.id),
    'POST /api/settings/cleanup': async ({ body, query }, { principal }) => {
      const dryRun = query.preview || body.dry_run === true
      const { abandon_hours: abandonHours = null, purge_days: purgeDays = null } = body
      const done = await commands.cleanup({ abandonHours, purgeDays, dryRun }, principal.id)
      return {
        status: 200,
        json: {
          ok: true,
          abandoned: done.abandoned,
          purged_sessions: done.purgedSessions,
          purged_events: done.purgedEvents,
          purged_agents: done.purgedAgents,
          dry_run: dryRun,
          erasure: done.erasure,
        },
      }
    },
  }
}
