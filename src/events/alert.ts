import { ALERT_RULE_TYPES, ALERT_SCOPES } from '../domain/alerts/rule.js'
import { Schema as S } from '../domain/schema.js'
import { defineEvent } from './define.js'
import { ALERTS_STREAM, alertRuleStream, budgetStream, sessionStream } from './streams.js'

const RuleType = S.Literal(...ALERT_RULE_TYPES)
const Json = S.Record({ key: S.String, value: S.Unknown })

/** A newer version only has more types of rules. */
const unchanged = (older: unknown): unknown => older

/** A rule with all its settings. */
const alertRuleSet = defineEvent({
  type: 'alert-rule-set',
  stream: alertRuleStream,
  version: 3,
  upcasts: [unchanged, unchanged],
  schema: S.Struct({
    rule: S.String,
    name: S.String,
    ruleType: RuleType,
    config: Json,
    enabled: S.Boolean,
    cooldownSeconds: S.Int,
    /** Whose rows it watches; absent for those of its owner. */
    scope: S.optional(S.Literal(...ALERT_SCOPES)),
  }),
})

/** Deletes the alerts of the rule as well. */
const alertRuleRemoved = defineEvent({
  type: 'alert-rule-removed',
  stream: alertRuleStream,
  version: 1,
  schema: S.Struct({ rule: S.String }),
})

/**
 * On the stream of the session that it concerns, so that erasing the session also erases the alert, whose message may quote it.
 * That of a budget concerns no session and is on the stream of the budget. Its position is its id.
 */
const alertFired = defineEvent({
  type: 'alert-fired',
  stream: [sessionStream, budgetStream],
  version: 3,
  upcasts: [unchanged, unchanged],
  // Earlier releases import the alerts of the types that they know.
  readableAs: 1,
  schema: S.Struct({
    rule: S.String,
    ruleName: S.String,
    ruleType: S.Literal(...ALERT_RULE_TYPES, 'budget'),
    agent: S.NullOr(S.String),
    message: S.String,
    details: Json,
  }),
})

const alertAcknowledged = defineEvent({
  type: 'alert-acknowledged',
  stream: ALERTS_STREAM,
  version: 1,
  schema: S.Struct({ alert: S.Int }),
})

/** Acknowledges all alerts up to this one. */
const alertsAcknowledged = defineEvent({
  type: 'alerts-acknowledged',
  stream: ALERTS_STREAM,
  version: 1,
  schema: S.Struct({ upTo: S.Int }),
})

export const alertEvents = {
  'alert-rule-set': alertRuleSet,
  'alert-rule-removed': alertRuleRemoved,
  'alert-fired': alertFired,
  'alert-acknowledged': alertAcknowledged,
  'alerts-acknowledged': alertsAcknowledged,
}

/** Whether an event changes the rules. */
export const isAlertRuleEvent = ({ type }: { readonly type: string }): boolean => type.startsWith('alert-rule-')
