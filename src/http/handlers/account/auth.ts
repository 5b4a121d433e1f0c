import * as Effect from 'effect/Effect'
import { userNumber } from '../../../domain/access/author.js'
import { reject } from '../../../domain/rejection.js'
import { isSetUp, userById } from '../../../projections/queries/users.js'
import { clearedCookie, loginCookie } from '../../access/cookie.js'
import type { auth } from '../../contract/account/auth.js'
import type { Handlers } from '../../handler.js'
import { ok } from '../../reply.js'
import type { Services } from '../../services.js'

export const authHandlers = ({ mode, db, logins }: Services): Handlers<keyof typeof auth> => ({
  'GET /api/auth/me': (_input, { principal }) => {
    if (mode === 'local') return ok({ mode })
    const found = principal.kind === 'user' ? userById(db, userNumber(principal.id) ?? 0) : undefined
    const user = found === undefined ? null : { id: found.id, username: found.username, role: found.role }
    return ok(isSetUp(db) ? { mode, user } : { mode, user, setup: 'needed' as const })
  },

  'POST /api/auth/login': ({ body }, { header, client }) => {
    if (mode === 'local') return reject('ENOTSERVER', 'this service runs in local mode, which has no logins')
    if (!isSetUp(db)) return reject('EBADLOGIN', 'nobody can sign in before "switchyard server setup" was run')
    const { address, isSecure } = client()
    const from = { address, agent: header('user-agent') ?? '' }
    return Effect.map(logins.logIn(body.username, body.password, from), ({ user, secret }) => ({
      ...ok({ user: { id: user.id, username: user.username, role: user.role } }),
      headers: { 'set-cookie': loginCookie(secret, isSecure) },
    }))
  },

  'POST /api/auth/logout': (_input, { principal, client }) => {
    const user = userNumber(principal.id)
    const { login } = principal
    const ended = login === undefined || user === null ? Effect.void : Effect.asVoid(logins.logOut({ id: login, user }))
    return Effect.as(ended, {
      ...ok({ ok: true as const }),
      headers: { 'set-cookie': clearedCookie(client().isSecure), 'clear-site-data': '"cache", "storage"' },
    })
  },
})
