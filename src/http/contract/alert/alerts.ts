import { ALERT_RULE_TYPES, ALERT_SCOPES, type AlertRuleType } from '../../../domain/alerts/rule.js'
import { Schema as S } from '../../../domain/schema.js'
import { Count, DateTime, Nullable, Usd } from '../common.js'
import { endpoint } from '../endpoint.js'
import { describedAs, JsonObject } from '../json.js'
import { Name } from '../name.js'
import { bool, page, scope } from '../param.js'

const optional = <A, I>(schema: S.Schema<A, I>) => S.optional(S.NullOr(schema))

const RuleType = S.Literal(...ALERT_RULE_TYPES)
/** Working directories that the rule is limited to; absent for all. */
const projects = S.optional(S.Array(S.String))
const States = S.Literal('working', 'waiting')

export const Alert = S.Struct({
  id: S.Int,
  rule_id: S.String,
  /** Name and type of the rule when it fired. That of a budget has the type `budget`. */
  rule_name: S.String,
  rule_type: S.Literal(...ALERT_RULE_TYPES, 'budget'),
  /** Empty for the alert of a budget. */
  session_id: S.String,
  session_name: S.optional(Nullable(S.String)),
  agent_id: Nullable(S.String),
  message: S.String,
  /** JSON text. */
  details: S.String,
  triggered_at: DateTime,
  acknowledged_at: Nullable(DateTime),
})

/** What a rule did lately. */
const Activity = S.Struct({
  /** `fired` while its last alert is not acknowledged; `cooling_down` while it ignores sessions that it fired for. */
  state: S.Literal('off', 'fired', 'cooling_down', 'watching'),
  alerts_7d: Count,
  last_alert: Nullable(Alert),
  cooldown: Nullable(S.Struct({ sessions: Count, ends_at: DateTime })),
})

const configured = <const T extends AlertRuleType, A, I>(type: T, config: S.Schema<A, I>) =>
  S.Struct({
    id: S.String,
    name: S.String,
    rule_type: S.Literal(type),
    config,
    enabled: S.Boolean,
    /** Seconds before the rule can fire again for the same agent or session. */
    cooldown_seconds: Count,
    /** Whose rows it watches: its owner's, or for staff those of everybody. */
    scope: S.Literal(...ALERT_SCOPES),
    created_at: DateTime,
    updated_at: DateTime,
    activity: S.optional(Activity),
  })

const EventPattern = S.Struct({
  event_type: S.optional(S.String),
  /** The name of a tool; `*` matches any characters. */
  tool_name: S.optional(S.String),
  /** Substring of the summary, case-insensitive. */
  summary_contains: S.optional(S.String),
  /** How many matching events fire the rule, within the window if there are several. */
  count: S.Int,
  window_minutes: S.optional(S.Number),
  projects,
})
const TokenThreshold = S.Struct({ total_tokens: S.Int, projects })
const Inactivity = S.Struct({ minutes: S.Number, projects })
const StatusDuration = S.Struct({ status: States, minutes: S.Number, projects })
/** A session that needs the user has waited this long. */
const Waiting = S.Struct({ minutes: S.Number, projects })
/** A session has cost this much, its subagents included. */
const Cost = S.Struct({ usd: Usd, projects })
/** The context of an open session is this full, in percent. */
const Context = S.Struct({ percent: S.Number, projects })
/** A window of a plan's limit is used up to this share, in percent. */
const Limit = S.Struct({ percent: S.Number, projects })

export const AlertRule = S.Union(
  configured('event_pattern', EventPattern),
  configured('token_threshold', TokenThreshold),
  configured('inactivity', Inactivity),
  configured('status_duration', StatusDuration),
  configured('waiting', Waiting),
  configured('cost', Cost),
  configured('context', Context),
  configured('limit', Limit),
)

/** The condition of a rule, by its type. The domain checks it and fills in defaults. */
const Config = describedAs(
  JsonObject,
  S.Union(
    S.Struct({
      event_type: optional(S.String),
      tool_name: optional(S.String),
      summary_contains: optional(S.String),
      count: optional(S.Int),
      window_minutes: optional(S.Number),
      projects: optional(S.Array(S.String)),
    }),
    TokenThreshold,
    Inactivity,
    StatusDuration,
    Cost,
    Context,
  ),
)

const YEAR_SECONDS = 31_536_000
const Cooldown = S.Int.pipe(S.between(0, YEAR_SECONDS)).annotations({
  message: () => ({ message: `must be a whole number of seconds from 0 to ${YEAR_SECONDS}`, override: true }),
})

/** `all` is for staff (supplement-server 27.1). */
const RuleScope = optional(S.Literal(...ALERT_SCOPES))

const about = { kind: 'alertRule', param: 'id' } as const
const RuleAnswer = S.Struct({ rule: AlertRule })

export const alerts = {
  'GET /api/alerts/rules': endpoint({
    summary: 'List alert rules, newest first',
    tag: 'alerts',
    access: 'alert:read',
    answers: { 200: S.Struct({ rules: S.Array(AlertRule) }) },
  }),
  'POST /api/alerts/rules': endpoint({
    summary: 'Create an alert rule; it applies to new events',
    tag: 'alerts',
    access: 'alert:write',
    body: S.Struct({
      name: Name,
      rule_type: RuleType,
      config: Config,
      enabled: optional(S.Boolean),
      cooldown_seconds: optional(Cooldown),
      scope: RuleScope,
    }),
    errors: ['EADMIN'],
    answers: { 201: RuleAnswer },
  }),
  'POST /api/alerts/rules/preview': endpoint({
    summary: 'Count the matches of a rule in the last seven days',
    tag: 'alerts',
    access: 'alert:read',
    body: S.Struct({ rule_type: RuleType, config: Config, scope: RuleScope }),
    answers: {
      200: S.Struct({
        since: DateTime,
        /** Events, or sessions for a rule on cost or tokens; null if nothing is stored to say so. */
        matches: Nullable(Count),
        sessions: Nullable(Count),
        /** Whether there may be more, because not everything was compared. */
        at_least: S.Boolean,
      }),
    },
  }),
  'PATCH /api/alerts/rules/:id': endpoint({
    summary: 'Update an alert rule; its type cannot change',
    tag: 'alerts',
    access: 'alert:write',
    about,
    body: S.Struct({
      name: optional(Name),
      config: optional(Config),
      enabled: optional(S.Boolean),
      cooldown_seconds: optional(Cooldown),
      scope: RuleScope,
    }),
    errors: ['EADMIN'],
    answers: { 200: RuleAnswer },
  }),
  'DELETE /api/alerts/rules/:id': endpoint({
    summary: 'Delete an alert rule and its alerts',
    tag: 'alerts',
    access: 'alert:write',
    about,
    answers: { 200: S.Struct({ ok: S.Boolean }) },
  }),
  'GET /api/alerts': endpoint({
    summary: 'List alerts, newest first',
    tag: 'alerts',
    access: 'alert:read',
    query: { unacked: bool('only unacknowledged alerts'), ...page(200, 50), ...scope },
    answers: {
      200: S.Struct({ alerts: S.Array(Alert), total: Count, unacked: Count, limit: Count, offset: Count }),
    },
  }),
  'POST /api/alerts/:id/ack': endpoint({
    summary: 'Acknowledge an alert',
    tag: 'alerts',
    access: 'alert:write',
    about: { kind: 'alert', param: 'id' },
    answers: { 200: S.Struct({ alert: Alert }) },
  }),
  'POST /api/alerts/ack-all': endpoint({
    summary: 'Acknowledge all alerts',
    tag: 'alerts',
    access: 'alert:write',
    answers: { 200: S.Struct({ ok: S.Boolean, acknowledged: Count }) },
  }),
} as const
