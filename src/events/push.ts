import { Schema as S } from '../domain/schema.js'
import { defineEvent } from './define.js'
import { PUSH_STREAM } from './streams.js'

/**
 * A browser subscribed to push messages. Its endpoint and keys are in the vault; `host` is the push service of the browser's
 * vendor.
 */
const pushSubscribed = defineEvent({
  type: 'push-subscribed',
  stream: PUSH_STREAM,
  version: 1,
  schema: S.Struct({ subscription: S.String, host: S.String }),
})

const pushUnsubscribed = defineEvent({
  type: 'push-unsubscribed',
  stream: PUSH_STREAM,
  version: 1,
  schema: S.Struct({ subscription: S.String, reason: S.Literal('asked', 'gone', 'replaced') }),
})

export const pushEvents = { 'push-subscribed': pushSubscribed, 'push-unsubscribed': pushUnsubscribed }
