import * as Effect from 'effect/Effect'
import type { Visibility } from '../../../domain/access/visibility.js'
import { readCondition } from '../../../domain/alerts/rule.js'
import { isRejection } from '../../../domain/rejection.js'
import { done, ok, stillThere } from '../../reply.js'
import {
  alertById,
  alertRule,
  type AlertRuleShape,
  alertRules,
  listAlerts,
} from '../../../projections/queries/alerts.js'
import { withActivity } from '../../../projections/queries/rule-activity.js'
import { previewRule } from '../../../projections/queries/rule-preview.js'
import type { alerts } from '../../contract/alert/alerts.js'
import { created } from '../../created.js'
import type { Handlers } from '../../handler.js'
import type { Services } from '../../services.js'

export const alertHandlers = (services: Services): Handlers<keyof typeof alerts> => {
  const { db, book, clock, alerts: commands } = services
  const shown = (rule: AlertRuleShape, visibility: Visibility) => withActivity(db, visibility, rule, clock.now())
  return {
    'GET /api/alerts/rules': (_input, { reads }) => ({
      status: 200,
      json: { rules: alertRules(db, reads).map((rule) => shown(rule, reads)) },
    }),
    'POST /api/alerts/rules/preview': ({ body }, { reads, own }) => {
      const condition = readCondition(body.rule_type, body.config)
      if (isRejection(condition)) return condition
      return { status: 200, json: previewRule(db, body.scope === 'all' ? reads : own, book(), condition, clock.now()) }
    },
    'POST /api/alerts/rules': ({ body }, { author, reads, writes }) =>
      Effect.map(commands.create(body, author, reads), (id) => ({
        status: 201 as const,
        json: { rule: shown(created(alertRule(db, writes, id)), writes) },
      })),
    'PATCH /api/alerts/rules/:id': ({ params, body }, { author, reads, writes }) =>
      Effect.gen(function* () {
        yield* commands.update(params.id, body, author, reads)
        const rule = yield* stillThere('alertRule', alertRule(db, writes, params.id))
        return ok({ rule: shown(rule, writes) })
      }),
    'DELETE /api/alerts/rules/:id': ({ params }, { author }) => Effect.as(commands.remove(params.id, author), done),
    'GET /api/alerts': ({ query }, { reads }) => ({ status: 200, json: listAlerts(db, reads, query) }),
    'POST /api/alerts/:id/ack': (_input, { author, writes, row: { id } }) =>
      Effect.gen(function* () {
        yield* commands.acknowledge(id, author)
        return ok({ alert: yield* stillThere('alert', alertById(db, writes, id)) })
      }),
    'POST /api/alerts/ack-all': (_input, { author, writes }) =>
      Effect.map(commands.acknowledgeAll(author, writes), (acknowledged) => ok({ ok: true, acknowledged })),
  }
}
