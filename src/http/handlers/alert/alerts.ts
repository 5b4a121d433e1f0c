import { isRejection } from '../../../domain/rejection.js'
import { alertById, alertRule, alertRules, listAlerts } from '../../../projections/queries/alerts.js'
import type { alerts } from '../../contract/alert/alerts.js'
import { absent } from '../../contract/row-kinds.js'
import { created } from '../../created.js'
import type { Handlers } from '../../handler.js'
import type { Services } from '../../services.js'

export const alertHandlers = ({ db, alerts: commands }: Services): Handlers<keyof typeof alerts> => ({
  'GET /api/alerts/rules': (_input, { visibility }) => ({ status: 200, json: { rules: alertRules(db, visibility) } }),
  'POST /api/alerts/rules': async ({ body }, { author, visibility }) => {
    const id = await commands.create(body, author)
    if (isRejection(id)) return id
    return { status: 201, json: { rule: created(alertRule(db, visibility, id)) } }
  },
  'PATCH /api/alerts/rules/:id': async ({ params, body }, { author, visibility }) => {
    const refused = await commands.update(params.id, body, author)
    if (refused !== undefined) return refused
    const rule = alertRule(db, visibility, params.id)
    return rule === undefined ? absent('alertRule') : { status: 200, json: { rule } }
  },
  'DELETE /api/alerts/rules/:id': async ({ params }, { author }) =>
    (await commands.remove(params.id, author)) ?? { status: 200, json: { ok: true } },
  'GET /api/alerts': ({ query }, { visibility }) => ({ status: 200, json: listAlerts(db, visibility, query) }),
  'POST /api/alerts/:id/ack': async (_input, { author, visibility, row: { id } }) => {
    const refused = await commands.acknowledge(id, author)
    if (refused !== undefined) return refused
    const alert = alertById(db, visibility, id)
    return alert === undefined ? absent('alert') : { status: 200, json: { alert } }
  },
  'POST /api/alerts/ack-all': async (_input, { author }) => ({
    status: 200,
    json: { ok: true, acknowledged: await commands.acknowledgeAll(author) },
  }),
})
