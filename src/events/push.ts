import { Schema as S } from '../domain/schema.js'
import { defineEvent } from './define.js'

/** A browser wants to be told. Its address and keys stand in the vault; the host is that of its maker's push service. */
export const pushSubscribed = defineEvent({
  type: 'push-subscribed',
  version: 1,
  schema: S.Struct({ subscription: S.String, host: S.String }),
})

export const pushUnsubscribed = defineEvent({
  type: 'push-unsubscribed',
  version: 1,
  schema: S.Struct({ subscription: S.String, reason: S.Literal('asked', 'gone', 'replaced') }),
})

export const pushEvents = { 'push-subscribed': pushSubscribed, 'push-unsubscribed': pushUnsubscribed }
