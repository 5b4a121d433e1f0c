import { MAX_INSTRUCTIONS } from '../../../domain/account/instructions.js'
import { TOKEN_SCOPES } from '../../../domain/account/token.js'
import { Schema as S } from '../../../domain/schema.js'
import { Count, DateTime, Nullable, ToolId } from '../common.js'
import { endpoint } from '../endpoint.js'
import { describedAs, Json, JsonObject } from '../json.js'
import { rawAnswer, streamBody } from '../raw.js'
import { User } from './user.js'

const Prefs = S.Struct({ prefs: S.Record({ key: S.String, value: S.String }), onboardedAt: Nullable(DateTime) })

const Token = S.Struct({
  id: S.String,
  name: S.String,
  scopes: S.Array(S.Literal(...TOKEN_SCOPES)),
  createdAt: DateTime,
  expiresAt: DateTime,
  lastUsedAt: Nullable(DateTime),
})

const picture = S.String.annotations({ jsonSchema: { type: 'string', format: 'binary' } })

/** The account of the caller; the counts are those of their own rows. */
const Account = S.Union(
  S.Struct({ mode: S.Literal('local') }),
  S.Struct({
    mode: S.Literal('server'),
    user: User,
    workspaces: Count,
    sessions: Count,
    logins: Count,
    lastLoginAt: Nullable(DateTime),
    passwordSetBy: S.Literal('user', 'admin'),
  }),
)

// The domain checks it, with a code of its own.
const PrefChanges = describedAs(
  S.Struct({ prefs: S.optional(Json) }),
  S.Struct({ prefs: S.Record({ key: S.String, value: S.NullOr(S.String) }) }),
)
const Given = describedAs(S.Struct({ instructions: S.optional(Json) }), S.Struct({ instructions: S.NullOr(S.String) }))

const Instructions = S.Struct({
  instructions: Nullable(S.String),
  /** Code points. */
  max: S.Literal(MAX_INSTRUCTIONS),
  /** The tools whose new agents are told them. */
  tools: S.Array(ToolId),
})

const LIMIT = 256 * 1024

export const me = {
  'GET /api/me/account': endpoint({
    summary: 'Get the account of the caller',
    tag: 'account',
    access: 'me:private',
    answers: { 200: Account },
    tables: false,
  }),
  'PATCH /api/me/account': endpoint({
    summary: 'Change the name and the email address of the caller',
    tag: 'account',
    access: 'me:secure',
    body: describedAs(
      JsonObject,
      S.Struct({ displayName: S.optional(S.NullOr(S.String)), email: S.optional(S.NullOr(S.String)) }),
    ),
    answers: { 200: Account },
    errors: ['EBADFIELD', 'EBADEMAIL', 'ENOUSER'],
  }),
  'POST /api/me/password': endpoint({
    summary: 'Change the password of the caller, and end their other logins',
    tag: 'account',
    access: 'me:secure',
    confirmed: true,
    body: describedAs(
      S.Struct({ newPassword: S.optional(Json) }),
      S.Struct({ newPassword: S.String, currentPassword: S.String }),
    ),
    answers: { 200: S.Struct({ ok: S.Literal(true), ended: Count }) },
    errors: ['EBADPASSWORD', 'ENOUSER', 'ESELF', 'ELASTADMIN', 'ETOOMANY'],
  }),
  'POST /api/me/sign-out-others': endpoint({
    summary: 'End the other logins of the caller',
    tag: 'account',
    access: 'me:secure',
    answers: { 200: S.Struct({ ended: Count }) },
  }),
  'GET /api/me/avatar': endpoint({
    summary: 'Get the picture of the caller',
    tag: 'account',
    access: 'me:private',
    answers: { 200: rawAnswer('*/*') },
    errors: ['ENOAVATAR'],
    tables: false,
  }),
  'PUT /api/me/avatar': endpoint({
    summary: 'Set the picture of the caller: PNG, JPEG, GIF or WebP',
    tag: 'account',
    access: 'me:secure',
    body: streamBody({ 'image/png': picture, 'image/jpeg': picture, 'image/gif': picture, 'image/webp': picture }),
    answers: { 200: Account },
    errors: ['EBADIMAGE', 'ETOOBIG', 'ENOUSER'],
  }),
  'DELETE /api/me/avatar': endpoint({
    summary: 'Remove the picture of the caller',
    tag: 'account',
    access: 'me:secure',
    answers: { 200: Account },
    errors: ['ENOUSER'],
  }),
  'GET /api/me/tokens': endpoint({
    summary: 'List the access tokens of the caller',
    tag: 'account',
    access: 'token:read',
    answers: { 200: S.Struct({ tokens: S.Array(Token) }) },
  }),
  'POST /api/me/tokens': endpoint({
    summary: 'Create an access token; its secret is sent once',
    tag: 'account',
    access: 'me:secure',
    confirmed: true,
    body: describedAs(
      JsonObject,
      S.Struct({
        name: S.String,
        scopes: S.Array(S.Literal(...TOKEN_SCOPES)),
        expiresInDays: S.optional(S.Int),
        currentPassword: S.String,
      }),
    ),
    answers: { 201: S.Struct({ token: Token, secret: S.String }) },
    errors: ['EBADFIELD', 'ETOOMANY'],
  }),
  'DELETE /api/me/tokens/:id': endpoint({
    summary: 'Revoke an access token',
    tag: 'account',
    access: 'me:secure',
    answers: { 200: S.Struct({ ok: S.Literal(true) }) },
    errors: ['ENOTFOUND'],
  }),
  'GET /api/me/prefs': endpoint({
    summary: 'Get the preferences of the caller',
    tag: 'account',
    access: 'me:read',
    answers: { 200: Prefs },
  }),
  'PUT /api/me/prefs': endpoint({
    summary: 'Change preferences of the caller; null removes one',
    tag: 'account',
    access: 'me:write',
    body: PrefChanges,
    answers: { 200: Prefs },
    errors: ['EBADPREFS'],
  }),
  'POST /api/me/onboarded': endpoint({
    summary: 'Mark the first-run setup as done',
    tag: 'account',
    access: 'me:write',
    answers: { 200: Prefs },
  }),
  'GET /api/me/instructions': endpoint({
    summary: 'Get what new agents of the caller are told',
    tag: 'account',
    access: 'me:read',
    answers: { 200: Instructions },
  }),
  'PUT /api/me/instructions': endpoint({
    summary: 'Set what new agents of the caller are told',
    tag: 'account',
    access: 'me:write',
    body: Given,
    bodyLimit: LIMIT,
    answers: { 200: Instructions },
    errors: ['EBADFIELD', 'ETOOBIG'],
  }),
  'GET /api/lanes/:id/instructions': endpoint({
    summary: 'Get what new agents of a lane are told',
    tag: 'lanes',
    access: 'lane:read',
    about: { kind: 'lane', param: 'id' },
    answers: { 200: Instructions },
  }),
  'PUT /api/lanes/:id/instructions': endpoint({
    summary: 'Set what new agents of a lane are told, after the instructions of its owner',
    tag: 'lanes',
    access: 'lane:write',
    about: { kind: 'lane', param: 'id' },
    body: Given,
    bodyLimit: LIMIT,
    answers: { 200: Instructions },
    errors: ['EBADFIELD', 'ETOOBIG'],
  }),
} as const
