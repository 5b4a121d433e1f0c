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

/** What a subscribed browser is notified of besides alerts, with all its settings. */
const pushSettingsSet = defineEvent({
  type: 'push-settings-set',
  stream: PUSH_STREAM,
  version: 1,
  schema: S.Struct({
    subscription: S.String,
    needsMe: S.Boolean,
    failed: S.Boolean,
    finished: S.Boolean,
    quiet: S.NullOr(S.Struct({ from: S.String, to: S.String, timezone: S.String })),
    language: S.optional(S.String),
  }),
})

export const pushEvents = {
  'push-subscribed': pushSubscribed,
  'push-unsubscribed': pushUnsubscribed,
  'push-settings-set': pushSettingsSet,
}

/** Whether an event changes which browsers are subscribed, or to what. */
export const isPushEvent = ({ type }: { readonly type: string }): boolean => type.startsWith('push-')
