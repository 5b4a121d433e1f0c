import type { Visibility } from '../../../domain/access/visibility.js'
import { readCondition } from '../../../domain/alerts/rule.js'
import { isRejection } from '../../../domain/rejection.js'
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
import { absent } from '../../contract/row-kinds.js'
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
    'POST /api/alerts/rules/preview': ({ body }, { reads }) => {
      const condition = readCondition(body.rule_type, body.config)
      if (isRejection(condition)) return condition
      return { status: 200, json: previewRule(db, reads, book(), condition, clock.now()) }
    },
    'POST /api/alerts/rules': async ({ body }, { author, writes }) => {
      const id = await commands.create(body, author)
      if (isRejection(id)) return id
      return { status: 201, json: { rule: shown(created(alertRule(db, writes, id)), writes) } }
    },
    'PATCH /api/alerts/rules/:id': async ({ params, body }, { author, writes }) => {
      const refused = await commands.update(params.id, body, author)
      if (refused !== undefined) return refused
      const rule = alertRule(db, writes, params.id)
      return rule === undefined ? absent('alertRule') : { status: 200, json: { rule: shown(rule, writes) } }
    },
    'DELETE /api/alerts/rules/:id': async ({ params }, { author }) =>
      (await commands.remove(params.id, author)) ?? { status: 200, json: { ok: true } },
    'GET /api/alerts': ({ query }, { reads }) => ({ status: 200, json: listAlerts(db, reads, query) }),
    'POST /api/alerts/:id/ack': async (_input, { author, writes, row: { id } }) => {
      const refused = await commands.acknowledge(id, author)
      if (refused !== undefined) return refused
      const alert = alertById(db, writes, id)
      return alert === undefined ? absent('alert') : { status: 200, json: { alert } }
    },
    'POST /api/alerts/ack-all': async (_input, { author, writes }) => ({
      status: 200,
      json: { ok: true, acknowledged: await commands.acknowledgeAll(author, writes) },
    }),
  }
}
