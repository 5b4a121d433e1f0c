import { Schema as S } from '../../domain/schema.js'
import { Count, DateTime } from './common.js'
import { endpoint } from './endpoint.js'

const writes = { actor: 'user', verb: 'write' } as const
const Ok = S.Struct({ ok: S.Boolean })
const Words = S.Trim.pipe(S.minLength(1), S.maxLength(4000))

export const push = {
  'GET /api/push/vapid-public-key': endpoint({
    summary: 'The key a browser subscribes with',
    tag: 'push',
    access: { actor: 'user', verb: 'read' },
    answers: { 200: S.Struct({ publicKey: S.String }) },
  }),
  'GET /api/push/subscriptions': endpoint({
    summary: 'The browsers that are told, by the host of their push service; never their addresses',
    tag: 'push',
    access: { actor: 'user', verb: 'read' },
    answers: {
      200: S.Struct({ subscriptions: S.Array(S.Struct({ id: S.String, host: S.String, created_at: DateTime })) }),
    },
  }),
  'POST /api/push/subscribe': endpoint({
    summary: 'Have this browser told of alerts',
    tag: 'push',
    access: writes,
    body: S.Struct({ endpoint: S.String, keys: S.Struct({ p256dh: S.String, auth: S.String }) }),
    answers: { 200: Ok },
    errors: ['INVALID_INPUT'],
  }),
  'DELETE /api/push/subscribe': endpoint({
    summary: 'Have this browser told no more',
    tag: 'push',
    access: writes,
    body: S.Struct({ endpoint: S.String.pipe(S.minLength(1)) }),
    answers: { 200: Ok },
    errors: ['INVALID_INPUT'],
  }),
  'POST /api/push/send': endpoint({
    summary: 'Tell every browser something; nothing pushed means that nobody was reached',
    tag: 'push',
    access: writes,
    body: S.Struct({ title: Words, body: Words }),
    answers: { 200: S.Struct({ ok: S.Boolean, native: S.Boolean, pushed: Count, failed: Count }) },
    errors: ['INVALID_INPUT'],
  }),
} as const
