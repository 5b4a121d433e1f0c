import { Schema as S } from '../../../domain/schema.js'
import { Count, DateTime, Nullable } from '../common.js'
import { endpoint } from '../endpoint.js'

const Ok = S.Struct({ ok: S.Boolean })
const Words = S.Trim.pipe(S.minLength(1), S.maxLength(4000))

const Notify = S.Struct({
  /** A session asks for permission or for an answer. */
  needs_me: S.Boolean,
  /** A session stopped with an error. */
  failed: S.Boolean,
  /** A turn that took longer than two minutes is done. */
  finished: S.Boolean,
  /** A time of each day without notifications, as `HH:MM`; it may pass midnight. */
  quiet: Nullable(S.Struct({ from: S.String, to: S.String, timezone: S.String.pipe(S.maxLength(100)) })),
  /** The language of these notifications, such as `de`; English if absent or unknown. */
  language: S.optional(S.String.pipe(S.maxLength(35))),
})
const Endpoint = S.String.pipe(S.minLength(1))

export const push = {
  'GET /api/push/vapid-public-key': endpoint({
    summary: 'Get the VAPID public key',
    tag: 'push',
    access: 'push:read',
    tables: false,
    answers: { 200: S.Struct({ publicKey: S.String }) },
  }),
  'GET /api/push/subscriptions': endpoint({
    summary: 'List subscribed browsers by push service host',
    tag: 'push',
    access: 'push:read',
    answers: {
      200: S.Struct({
        subscriptions: S.Array(S.Struct({ id: S.String, host: S.String, created_at: DateTime, notify: Notify })),
      }),
    },
  }),
  'POST /api/push/subscribe': endpoint({
    summary: 'Subscribe a browser to notifications',
    tag: 'push',
    access: 'push:write',
    body: S.Struct({
      endpoint: S.String,
      keys: S.Struct({ p256dh: S.String, auth: S.String }),
      notify: S.optional(Nullable(Notify)),
    }),
    answers: { 200: Ok },
  }),
  'PATCH /api/push/subscribe': endpoint({
    summary: 'Set the notifications of a subscribed browser',
    tag: 'push',
    access: 'push:write',
    body: S.Struct({ endpoint: Endpoint, notify: Notify }),
    answers: { 200: Ok },
    errors: ['NOT_FOUND'],
  }),
  'DELETE /api/push/subscribe': endpoint({
    summary: 'Unsubscribe a browser',
    tag: 'push',
    access: 'push:write',
    body: S.Struct({ endpoint: Endpoint }),
    answers: { 200: Ok },
  }),
  'POST /api/push/send': endpoint({
    summary: 'Send a notification to your subscribed browsers',
    tag: 'push',
    access: 'push:write',
    body: S.Struct({ title: Words, body: Words }),
    answers: { 200: S.Struct({ ok: S.Boolean, native: S.Boolean, pushed: Count, failed: Count }) },
  }),
} as const
