import { Schema as S } from '../domain/schema.js'
import { defineEvent } from './define.js'

/**
 * A browser subscribed to push messages. Its endpoint and keys are in the vault; `host` is the push service of the browser's
 * vendor.
 */
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
