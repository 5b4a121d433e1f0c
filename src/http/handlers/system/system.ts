import { seesEverything } from '../../../domain/access/visibility.js'
import { reject } from '../../../domain/rejection.js'
import { dayOf, iso } from '../../../domain/time.js'
import { globalStats, laneStats } from '../../../projections/queries/stats.js'
import type { system } from '../../contract/system/system.js'
import { docsPage } from '../../docs.js'
import type { Handlers } from '../../handler.js'
import { planLimits } from '../../../projections/queries/limits.js'
import { ownMetrics } from '../../metrics.js'
import { REDOC_PAGE, REDOC_POLICY } from '../../redoc.js'
import type { openApi } from '../../openapi/document.js'
import type { Services } from '../../services.js'

export const systemHandlers = (services: Services): Handlers<keyof typeof system> => {
  const { version, clock, db, book } = services
  // Loaded and built on first use: it takes a fifth of the startup time.
  let description: ReturnType<typeof openApi> | undefined
  return {
    'GET /api/health': () => {
      const lost = services.lostEvents()
      const rebuilding = services.rebuilding()
      return {
        status: 200,
        json: {
          status: 'ok',
          version,
          timestamp: iso(clock.now()),
          ...(rebuilding === null ? {} : { rebuilding }),
          ...(lost === null ? {} : { lost_events: lost }),
        },
      }
    },
    'GET /api/openapi.json': async () => {
      const { openApi } = await import('../../openapi/document.js')
      return { status: 200, json: (description ??= openApi(version)) }
    },
    'GET /api/docs': () => ({ status: 200, content: docsPage(version) }),
    'GET /api/redoc': () => ({
      status: 200,
      content: REDOC_PAGE,
      headers: { 'content-security-policy': REDOC_POLICY },
    }),
    'GET /api/redoc/redoc.standalone.js': () => {
      const script = services.redocScript()
      if (script === null) return reject('NOT_FOUND', 'the package redoc is not installed; run npm install')
      return { status: 200, content: script, headers: { 'cache-control': 'private, max-age=3600' } }
    },
    'GET /api/metrics': async (_input, { reads }) => {
      if (seesEverything(reads)) return { status: 200, content: await services.metrics() }
      const limits = planLimits(db, reads, services.statusReadings.all, clock.now())
      return { status: 200, content: await ownMetrics(services, limits, reads) }
    },
    'GET /api/stats': ({ query: { lane, ...query } }, { reads }) => {
      const today = dayOf(clock.now(), query.tz_offset)
      const stats =
        lane === undefined
          ? globalStats(db, reads, book(), query, today)
          : laneStats(db, reads, book(), { ...query, lane }, today)
      return { status: 200, json: { ...stats, ws_connections: services.connections(reads) } }
    },
  }
}
