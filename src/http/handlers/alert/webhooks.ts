import * as Effect from 'effect/Effect'
import type { Retry } from '../../../commands/reactors/deliveries.js'
import { iso } from '../../../domain/time.js'
import { receiverList } from '../../../domain/webhooks/receivers.js'
import { dueTo, webhookDeliveries, webhookTarget, webhookTargets } from '../../../projections/queries/webhooks.js'
import type { webhooks } from '../../contract/alert/webhooks.js'
import { created } from '../../created.js'
import type { Handlers } from '../../handler.js'
import { done, ok, stillThere } from '../../reply.js'
import type { Services } from '../../services.js'

/** Maximum number of waiting deliveries in the response. */
const MOST_DUE = 20

export const webhookHandlers = ({ db, webhooks: commands, retryOf }: Services): Handlers<keyof typeof webhooks> => ({
  'GET /api/webhooks/providers': () => ({ status: 200, json: { providers: receiverList() } }),
  'GET /api/webhooks': (_input, { reads }) => ({ status: 200, json: { targets: webhookTargets(db, reads) } }),
  'POST /api/webhooks': ({ body }, { author, writes }) =>
    Effect.map(commands.create(body, author), (id) => ({
      status: 201 as const,
      json: { target: created(webhookTarget(db, writes, id)) },
    })),
  'PATCH /api/webhooks/:id': ({ params, body }, { author, writes }) =>
    Effect.gen(function* () {
      yield* commands.update(params.id, body, author)
      return ok({ target: yield* stillThere('webhook', webhookTarget(db, writes, params.id)) })
    }),
  'DELETE /api/webhooks/:id': ({ params }, { author }) => Effect.as(commands.remove(params.id, author), done),
  'POST /api/webhooks/:id/test': ({ params }, { author }) =>
    Effect.map(commands.test(params.id, author), (json) => ({ status: 200 as const, json })),
  'GET /api/webhooks/:id/deliveries': ({ query }, { reads, row: { id } }) => ({
    status: 200,
    json: {
      ...webhookDeliveries(db, reads, id, query),
      due: dueWith(dueTo(db, reads, id, MOST_DUE), retryOf(id)),
    },
  }),
})

const dueWith = (alerts: readonly number[], retry: Retry | undefined) =>
  alerts.map((alert_id) => {
    const tried = retry?.alert === alert_id ? retry : undefined
    return {
      alert_id,
      attempts: tried?.attempts ?? 0,
      error: tried?.error ?? null,
      next_attempt_at: iso(tried?.at ?? null),
    }
  })
