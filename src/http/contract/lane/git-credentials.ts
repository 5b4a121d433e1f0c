import { Schema as S } from '../../../domain/schema.js'
import { DateTime } from '../common.js'
import { endpoint } from '../endpoint.js'
import { describedAs, Json } from '../json.js'
import { text } from '../param.js'

const Place = { protocol: S.Literal('http', 'https'), host: S.String }

// The domain checks the values, and never repeats one.
const Login = describedAs(
  S.Struct({
    protocol: S.optional(Json),
    host: S.optional(Json),
    username: S.optional(Json),
    password: S.optional(Json),
  }),
  S.Struct({ ...Place, username: S.String, password: S.String }),
)

const Ok = S.Struct({ ok: S.Literal(true) })

export const gitCredentials = {
  'GET /api/git-credentials': endpoint({
    summary: 'List the logins for git hosts, without their passwords',
    tag: 'git',
    access: 'login:read',
    query: { user: text('another account, by its username or id, of which staff see the hosts and usernames') },
    answers: {
      200: S.Struct({
        items: S.Array(
          S.Union(
            S.Struct({
              ...Place,
              username: S.String,
              savedAt: DateTime,
              /** False if the password was lost and must be entered again. */
              hasToken: S.Boolean,
            }),
            S.Struct({ ...Place, username: S.String }),
          ),
        ),
      }),
    },
    errors: ['EADMIN', 'ENOUSER'],
  }),
  'POST /api/git-credentials': endpoint({
    summary: 'Save the login for a git host, or replace it',
    tag: 'git',
    access: 'login:write',
    body: Login,
    answers: { 200: Ok },
    errors: ['EBADHOST', 'EBADCRED'],
    statuses: { EBADHOST: 400 },
  }),
  'DELETE /api/git-credentials/:protocol/:host': endpoint({
    summary: 'Delete the login for a git host',
    tag: 'git',
    access: 'login:write',
    answers: { 200: Ok },
    errors: ['EBADHOST', 'ENOTFOUND'],
    statuses: { EBADHOST: 400 },
  }),
} as const
