import { Schema as S } from '../../../domain/schema.js'
import { Count, DateTime, Nullable, ToolId, Usd } from '../common.js'
import { endpoint } from '../endpoint.js'
import { describedAs, JsonObject } from '../json.js'
import { flag } from '../param.js'

const Text = Nullable(S.String)
const Percent = Nullable(S.Number)
const QuotaWindow = Nullable(S.Struct({ percent: Percent, resetsAt: Nullable(DateTime) }))

const shared = {
  name: S.String,
  addedAt: DateTime,
  email: Text,
  livePanes: Count,
  /** Cost and tokens of the sessions that its runs held, while they held them. */
  spend5h: Usd,
  spend7d: Usd,
  tokens5h: Count,
  tokens7d: Count,
  /** The highest use of its limits, in percent; null if it is not known. */
  quotaPercent: Percent,
  /** Whether it gets no new agents for that. */
  full: S.Boolean,
}

/** An account of Claude Code, without its token. */
const ClaudeAccount = S.Struct({
  ...shared,
  kind: S.Literal('token', 'login'),
  expiresAt: Nullable(DateTime),
  expired: S.Boolean,
  refreshError: Text,
  quota: Nullable(
    S.Struct({ fiveHour: QuotaWindow, sevenDay: QuotaWindow, checkedAt: Nullable(DateTime), error: Text }),
  ),
})

/** An account of Codex, without its key or login. */
const CodexAccount = S.Struct({
  ...shared,
  kind: S.Literal('apikey', 'chatgpt'),
  quota: Nullable(
    S.Struct({
      windows: S.Array(S.Struct({ label: S.String, usedPercent: S.Number, resetsAt: Nullable(DateTime) })),
      asOf: DateTime,
    }),
  ),
})

const CREDENTIALS = 128 * 1024
const currentPassword = S.optional(S.String)

/** The accounts that panes of server mode use. */
export const pool = {
  'GET /api/accounts': endpoint({
    summary: 'List the accounts of the pool',
    tag: 'users',
    access: 'pool:read',
    query: { force: flag('read the limits of all accounts first') },
    answers: {
      200: S.Struct({ accounts: S.Array(ClaudeAccount), codex: S.Array(CodexAccount), blockPercent: S.Number }),
    },
  }),
  'POST /api/accounts': endpoint({
    summary: 'Add an account to the pool',
    tag: 'users',
    access: 'pool:write',
    confirmed: true,
    checksText: true,
    bodyLimit: CREDENTIALS,
    body: describedAs(
      JsonObject,
      S.Struct({
        tool: ToolId,
        name: S.optional(S.String),
        profile: S.optional(S.String),
        credentials: S.optional(S.String),
        token: S.optional(S.String),
        currentPassword,
      }),
    ),
    answers: { 201: S.Struct({ account: S.Union(ClaudeAccount, CodexAccount) }) },
    errors: ['EBADTOOL', 'EBADNAME', 'EBADTOKEN', 'EEXISTS', 'ENOACCOUNT', 'EACTIVE', 'EUPSTREAM'],
  }),
  'GET /api/accounts/profiles': endpoint({
    summary: 'List the saved logins that can move into the pool',
    tag: 'users',
    access: 'pool:read',
    answers: {
      200: S.Struct({
        profiles: S.Array(
          S.Struct({ name: S.String, label: S.String, email: Text, subscriptionType: Text, active: S.Boolean }),
        ),
      }),
    },
  }),
  'DELETE /api/accounts/:name': endpoint({
    summary: 'Take an account out of the pool',
    tag: 'users',
    access: 'pool:write',
    confirmed: true,
    body: describedAs(JsonObject, S.Struct({ tool: ToolId, currentPassword })),
    answers: { 200: S.Struct({ ok: S.Literal(true), livePanes: Count }) },
    errors: ['EBADTOOL', 'ENOACCOUNT'],
  }),
} as const
