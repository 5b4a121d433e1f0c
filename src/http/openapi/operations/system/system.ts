import type { system } from '../../../contract/system/system.js'
import type { Operations } from '../../operation.js'
import { tokens } from '../../samples.js'

export const systemOperations: Operations<keyof typeof system> = {
  'GET /api/health': {
    description:
      'Returns 200 while the service is running. Needs no token. `rebuilding` is present after an upgrade while the tables are rebuilt from the log: until then, figures may be those of the release before, and changes are answered 503. `lost_events` is present if events that were stored are missing in the log, for example because a disk damaged it.',
    answer: { status: 'ok', version: '0.1.0', timestamp: '2026-11-20T09:31:40.502Z' },
  },
  'GET /api/openapi.json': {
    description: 'Returns this document. Needs no token.',
    answer: { openapi: '3.0.3', info: { title: 'Switchyard', version: '0.1.0' }, paths: {} },
  },
  'GET /api/docs': {
    description: 'Returns the API documentation as an HTML page without scripts. Needs no token.',
    text: '<!doctype html><title>Switchyard API</title>',
  },
  'GET /api/redoc': {
    description: 'Returns this document as a ReDoc page. Needs no token.',
    text: '<!doctype html><title>Switchyard API reference</title>',
  },
  'GET /api/redoc/redoc.standalone.js': {
    description: 'Returns the script of the ReDoc page, so that it loads nothing from other hosts. Needs no token.',
    text: '/*! For license information please see redoc.standalone.js.LICENSE.txt */',
  },
  'GET /api/metrics': {
    description: 'Returns gauges, counters and histograms in the Prometheus text format.',
    text: '# TYPE svc_up gauge\nsvc_up 1\n',
  },
  'GET /api/stats': {
    description:
      'Returns counts, tokens and cost of all sessions, or of those of a lane. `tz_offset` defines when today starts.',
    answer: {
      total_sessions: 12,
      active_sessions: 1,
      active_agents: 1,
      total_agents: 30,
      total_events: 4182,
      events_today: 64,
      ws_connections: 1,
      agents_by_status: { working: 0, waiting: 1, completed: 29, error: 0 },
      sessions_by_status: { active: 1, completed: 11, error: 0, abandoned: 0 },
      tokens,
      total_cost: 14.2034,
      cost_today: 0.2247,
      unpriced: [],
      unpriced_today: [],
    },
  },
}
