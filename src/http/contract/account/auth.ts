import { ROLES } from '../../../domain/access/role.js'
import { Schema as S } from '../../../domain/schema.js'
import { Nullable } from '../common.js'
import { endpoint } from '../endpoint.js'

const SignedIn = S.Struct({ id: S.Int, username: S.String, role: S.Literal(...ROLES) })

export const auth = {
  'GET /api/auth/me': endpoint({
    summary: 'Get the mode of the service, and who is signed in',
    tag: 'account',
    access: 'auth:read',
    answers: {
      200: S.Union(
        S.Struct({ mode: S.Literal('local') }),
        S.Struct({
          mode: S.Literal('server'),
          user: Nullable(SignedIn),
          /** Nobody can sign in before the shell of the host has set the service up. */
          setup: S.optional(S.Literal('needed')),
        }),
      ),
    },
    tables: false,
  }),
  'POST /api/auth/login': endpoint({
    summary: 'Sign in',
    tag: 'account',
    access: 'auth:use',
    body: S.Struct({ username: S.String, password: S.String }),
    answers: { 200: S.Struct({ user: SignedIn }) },
    errors: ['ENOTSERVER', 'EBADLOGIN', 'ETOOMANY', 'EBADORIGIN'],
    tables: false,
  }),
  'POST /api/auth/logout': endpoint({
    summary: 'Sign out, and drop what the browser has stored of the service',
    tag: 'account',
    access: 'auth:use',
    answers: { 200: S.Struct({ ok: S.Literal(true) }) },
    errors: ['EBADORIGIN'],
    tables: false,
  }),
} as const
