import { Schema as S } from '../domain/schema.js'
import { WEBHOOK_TYPES } from '../domain/webhooks/receivers.js'
import { defineEvent } from './define.js'
import { budgetStream, sessionStream, webhookStream } from './streams.js'

/** A target with its settings. Its secrets (address, headers, keys) are never in the log: they are in the vault. */
const webhookTargetSet = defineEvent({
  type: 'webhook-target-set',
  stream: webhookStream,
  version: 1,
  schema: S.Struct({
    target: S.String,
    name: S.String,
    targetType: S.Literal(...WEBHOOK_TYPES),
    enabled: S.Boolean,
    urlPreview: S.NullOr(S.String),
    hasSecret: S.Boolean,
    headerNames: S.Array(S.String),
    config: S.Record({ key: S.String, value: S.String }),
    secretFields: S.Array(S.String),
    /** The rules whose alerts it gets; null for all. */
    ruleIds: S.NullOr(S.Array(S.String)),
    /** Names the secrets in the vault; absent in events of older releases, which stored them without a revision. */
    revision: S.optional(S.String),
  }),
})

const webhookTargetRemoved = defineEvent({
  type: 'webhook-target-removed',
  stream: webhookStream,
  version: 1,
  schema: S.Struct({ target: S.String }),
})

/** An alert must be delivered to these targets. On the alert's stream, in the alert's transaction. */
const webhookRequested = defineEvent({
  type: 'webhook-requested',
  stream: [sessionStream, budgetStream],
  version: 1,
  schema: S.Struct({ alert: S.Int, targets: S.Array(S.String) }),
})

const Outcome = S.Struct({
  target: S.String,
  targetName: S.String,
  targetType: S.Literal(...WEBHOOK_TYPES),
  /** Null for a test message. */
  alert: S.NullOr(S.Int),
  statusCode: S.NullOr(S.Int),
  attempts: S.Int,
  error: S.NullOr(S.String),
})

const webhookDelivered = defineEvent({
  type: 'webhook-delivered',
  stream: [sessionStream, budgetStream, webhookStream],
  version: 1,
  schema: Outcome,
})
/** All attempts failed. */
const webhookFailed = defineEvent({
  type: 'webhook-failed',
  stream: [sessionStream, budgetStream, webhookStream],
  version: 1,
  schema: Outcome,
})

export const webhookEvents = {
  'webhook-target-set': webhookTargetSet,
  'webhook-target-removed': webhookTargetRemoved,
  'webhook-requested': webhookRequested,
  'webhook-delivered': webhookDelivered,
  'webhook-failed': webhookFailed,
}
