import * as Effect from 'effect/Effect'
import { pushSubscriptions } from '../../../projections/queries/push.js'
import type { push } from '../../contract/alert/push.js'
import type { Handlers } from '../../handler.js'
import { done } from '../../reply.js'
import type { Services } from '../../services.js'

export const pushHandlers = ({ db, push: commands }: Services): Handlers<keyof typeof push> => ({
  'GET /api/push/vapid-public-key': async () => ({ status: 200, json: { publicKey: await commands.publicKey() } }),
  'GET /api/push/subscriptions': (_input, { reads }) => ({
    status: 200,
    json: { subscriptions: pushSubscriptions(db, reads).map(({ owner: _owner, ...shown }) => shown) },
  }),
  'POST /api/push/subscribe': ({ body }, caller) => Effect.as(commands.subscribe(body, caller), done),
  'PATCH /api/push/subscribe': ({ body }, caller) =>
    Effect.as(commands.configure(body.endpoint, body.notify, caller), done),
  'DELETE /api/push/subscribe': ({ body }, caller) => Effect.as(commands.unsubscribe(body.endpoint, caller), done),
  // The service shows no native notification: its machine may belong to another user.
  'POST /api/push/send': ({ body }, caller) =>
    Effect.map(commands.sendToOwn(body, caller), (sent) => ({
      status: 200 as const,
      json: { ok: true as const, native: false as const, ...sent },
    })),
})
