import { Schema as S } from '../../../domain/schema.js'
import { RECEIVERS, type ReceiverField, WEBHOOK_TYPES } from '../../../domain/webhooks/receivers.js'
import { Count, DateTime, Nullable } from '../common.js'
import { endpoint } from '../endpoint.js'
import { describedAs, JsonObject } from '../json.js'
import { Name } from '../name.js'
import { page } from '../param.js'

const Type = S.Literal(...WEBHOOK_TYPES)
const Texts = S.Record({ key: S.String, value: S.String })
const Status = S.Literal('success', 'failed')
const optional = <A, I>(schema: S.Schema<A, I>) => S.optional(S.NullOr(schema))

const Outcome = {
  status: Status,
  status_code: Nullable(S.Int),
  attempts: Count,
  error: Nullable(S.String),
  created_at: DateTime,
}

/** A target in the shape that may be shown: addresses shortened, secrets masked. */
const Webhook = S.Struct({
  id: S.String,
  name: S.String,
  type: Type,
  enabled: S.Boolean,
  /** The host and the last characters. */
  url_preview: Nullable(S.String),
  has_secret: S.Boolean,
  headers: Texts,
  config: Texts,
  /** The rules whose alerts it receives; null for all. */
  rule_ids: Nullable(S.Array(S.String)),
  created_at: DateTime,
  updated_at: DateTime,
  last_delivery: Nullable(S.Struct(Outcome)),
})

const Receiver = S.Struct({
  type: Type,
  label: S.String,
  family: S.Literal('chat', 'api', 'generic'),
  url_required: S.Boolean,
  has_default_url: S.Boolean,
  derives_url: S.Boolean,
  allow_http: S.Boolean,
  url_hint: S.String,
  supports_secret: S.Boolean,
  supports_headers: S.Boolean,
  fields: S.Array(
    S.Struct({
      key: S.String,
      label: S.String,
      secret: S.Boolean,
      required: S.Boolean,
      type: S.Literal('string', 'enum'),
      options: S.Array(S.String),
      default: Nullable(S.String),
    }),
  ),
})

type Settings = Readonly<Record<string, string | null | undefined>>
const settingOf = ({ type, options }: ReceiverField) =>
  S.optional(S.NullOr(type === 'enum' ? S.Literal(...options) : S.String))

/** The settings of each type that has some, as `GET /api/webhooks/providers` lists them. */
const Configs = WEBHOOK_TYPES.filter((type) => RECEIVERS[type].fields.length > 0).map(
  (type): S.Schema<Settings> =>
    S.Struct(Object.fromEntries(RECEIVERS[type].fields.map((field) => [field.key, settingOf(field)]))),
)

// The domain checks headers and settings, and never repeats a value, which may be secret.
const setup = {
  enabled: optional(S.Boolean),
  url: optional(S.String),
  secret: optional(S.String),
  headers: optional(describedAs(JsonObject, Texts)),
  config: optional(describedAs(JsonObject, S.Union(...Configs))),
  rule_ids: optional(S.Array(S.String.pipe(S.maxLength(100))).pipe(S.maxItems(500))),
}

const about = { kind: 'webhook', param: 'id' } as const
const Answer = S.Struct({ target: Webhook })

export const webhooks = {
  'GET /api/webhooks/providers': endpoint({
    summary: 'List webhook types and their settings',
    tag: 'webhooks',
    access: 'catalog:read',
    tables: false,
    answers: { 200: S.Struct({ providers: S.Array(Receiver) }) },
  }),
  'GET /api/webhooks': endpoint({
    summary: 'List webhooks, newest first; secrets are masked',
    tag: 'webhooks',
    access: 'alert:read',
    answers: { 200: S.Struct({ targets: S.Array(Webhook) }) },
  }),
  'POST /api/webhooks': endpoint({
    summary: 'Create a webhook; it receives new alerts',
    tag: 'webhooks',
    access: 'alert:write',
    body: S.Struct({ name: Name, type: Type, ...setup }),
    answers: { 201: Answer },
  }),
  'PATCH /api/webhooks/:id': endpoint({
    summary: 'Update a webhook; omitted secrets are unchanged',
    tag: 'webhooks',
    access: 'alert:write',
    about,
    body: S.Struct({ name: optional(Name), ...setup }),
    answers: { 200: Answer },
  }),
  'DELETE /api/webhooks/:id': endpoint({
    summary: 'Delete a webhook with its secrets and pending deliveries',
    tag: 'webhooks',
    access: 'alert:write',
    about,
    answers: { 200: S.Struct({ ok: S.Boolean }) },
  }),
  'POST /api/webhooks/:id/test': endpoint({
    summary: 'Send a test message and return the result',
    tag: 'webhooks',
    access: 'alert:write',
    about,
    answers: {
      200: S.Struct({ ok: S.Boolean, status: Nullable(S.Int), attempts: Count, error: Nullable(S.String) }),
    },
  }),
  'GET /api/webhooks/:id/deliveries': endpoint({
    summary: 'List the deliveries of a webhook, newest first, and pending ones',
    tag: 'webhooks',
    access: 'alert:read',
    about,
    query: page(200, 20),
    answers: {
      200: S.Struct({
        deliveries: S.Array(
          S.Struct({
            id: S.Int,
            target_id: S.String,
            target_name: S.String,
            target_type: Type,
            alert_id: Nullable(S.Int),
            ...Outcome,
          }),
        ),
        /** Pending deliveries, oldest first; only the first is being tried. */
        due: S.Array(
          S.Struct({
            alert_id: S.Int,
            attempts: Count,
            error: Nullable(S.String),
            next_attempt_at: Nullable(DateTime),
          }),
        ),
        limit: Count,
        offset: Count,
      }),
    },
  }),
} as const
