import { isRejection, reject } from '../../domain/rejection.js'
import { providerList } from '../../domain/webhooks/providers.js'
import { webhookDeliveries, webhookTarget, webhookTargets } from '../../projections/queries/webhooks.js'
import type { webhooks } from '../contract/webhooks.js'
import type { Handlers } from '../handler.js'
import type { Services } from '../services.js'

const noTarget = () => reject('NOT_FOUND', 'there is no such webhook')

export const webhookHandlers = ({ db, webhooks: commands }: Services): Handlers<keyof typeof webhooks> => ({
  'GET /api/webhooks/providers': () => ({ status: 200, json: { providers: providerList() } }),
  'GET /api/webhooks': () => ({ status: 200, json: { targets: webhookTargets(db) } }),
  'POST /api/webhooks': async ({ body }, { principal }) => {
    const id = await commands.create(body, principal.id)
    if (isRejection(id)) return id
    const target = webhookTarget(db, id)
    return target === undefined ? noTarget() : { status: 201, json: { target } }
  },
  'PATCH /api/webhooks/:id': async ({ params, body }, { principal }) => {
    const refused = await commands.update(params.id, body, principal.id)
    if (refused !== undefined) return refused
    const target = webhookTarget(db, params.id)
    return target === undefined ? noTarget() : { status: 200, json: { target } }
  },
  'DELETE /api/webhooks/:id': async ({ params }, { principal }) =>
    (await commands.remove(params.id, principal.id)) ?? { status: 200, json: { ok: true } },
  'POST /api/webhooks/:id/test': async ({ params }, { principal }) => {
    const result = await commands.test(params.id, principal.id)
    return isRejection(result) ? result : { status: 200, json: result }
  },
  'GET /api/webhooks/:id/deliveries': ({ params, query }, { visibility }) =>
    webhookTarget(db, params.id) === undefined
      ? noTarget()
      : { status: 200, json: webhookDeliveries(db, visibility, params.id, query) },
})
