import { Schema as S } from '../../../domain/schema.js'
import { endpoint } from '../endpoint.js'

export const auth = {
  'GET /api/auth/me': endpoint({
    summary: 'Get the mode of the service, and who is signed in',
    tag: 'account',
    access: 'auth:read',
    answers: { 200: S.Struct({ mode: S.Literal('local') }) },
    tables: false,
  }),
  'POST /api/auth/login': endpoint({
    summary: 'Sign in',
    tag: 'account',
    access: 'auth:use',
    body: S.Struct({ username: S.String, password: S.String }),
    answers: {
      200: S.Struct({
        user: S.Struct({ id: S.Int, username: S.String, role: S.Literal('admin', 'analyst', 'member') }),
      }),
    },
    errors: ['ENOTSERVER'],
    tables: false,
  }),
  'POST /api/auth/logout': endpoint({
    summary: 'Sign out, and drop what the browser has stored of the service',
    tag: 'account',
    access: 'auth:use',
    answers: { 200: S.Struct({ ok: S.Literal(true) }) },
    tables: false,
  }),
} as const
