import type { SessionStatus } from '../../../domain/session/status.js'
import { agentsOfSession } from '../../../projections/queries/agents.js'
import { analyticsOf } from '../../../projections/queries/analytics.js'
import { drillInto } from '../../../projections/queries/drill-in.js'
import { betweenOf } from '../../../projections/queries/insights/tab-query.js'
import { sessionById } from '../../../projections/queries/sessions.js'
import type { insights } from '../../contract/insight/insights.js'
import { absent } from '../../contract/row-kinds.js'
import type { Handlers } from '../../handler.js'
import type { Services } from '../../services.js'

type StatusWord = SessionStatus | 'all' | undefined

/** `all` means no filter. */
const statusOf = (word: StatusWord) => (word === 'all' ? undefined : word)

export const insightHandlers = (services: Services): Handlers<keyof typeof insights> => {
  const { db, book, clock, side } = services
  return {
    'GET /api/analytics': async ({ query }, { reads }) => {
      const at = { now: clock.now(), offset: query.tz_offset }
      const between = betweenOf(query)
      if (between !== null) {
        const wanted = { ...query, status: undefined }
        return { status: 200, json: await side.analyticsBetween(reads, wanted, between, query.tz_offset) }
      }
      const counts = await side.analytics(reads, { ...query, status: undefined }, at)
      return { status: 200, json: analyticsOf(db, reads, book(), query, counts, at) }
    },
    'GET /api/usage': async ({ query }, { reads }) => ({
      status: 200,
      json: await side.usage(reads, query, clock.now()),
    }),
    'GET /api/workflows': async ({ query }, { reads }) => {
      const wanted = { ...query, status: statusOf(query.status) }
      return { status: 200, json: await side.workflows(reads, wanted, clock.now()) }
    },
    'GET /api/workflows/skill-usage': async ({ query }, { reads }) => ({
      status: 200,
      json: await side.skills(reads, { ...query, status: statusOf(query.status) }),
    }),
    'GET /api/workflows/session/:id': ({ params }, { reads }) => {
      const found = sessionById({ db, book: book(), isAlive: services.isAlive }, reads, params.id)
      if (found === undefined) return absent('session')
      const agents = agentsOfSession(db, reads, book(), found.stream)
      return {
        status: 200,
        json: { session: found.session, ...drillInto(db, reads, found.stream, found.session.id, agents) },
      }
    },
  }
}
