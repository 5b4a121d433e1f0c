import { reject } from '../../../domain/rejection.js'
import type { auth } from '../../contract/account/auth.js'
import type { Handlers } from '../../handler.js'

/** What a browser is told when its user signs out: with the attributes that the cookie of a login has. */
const SIGNED_OUT = {
  'set-cookie': 'svc_sid=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict',
  'clear-site-data': '"cache", "storage"',
}

export const authHandlers = (): Handlers<keyof typeof auth> => ({
  'GET /api/auth/me': () => ({ status: 200, json: { mode: 'local' } }),
  'POST /api/auth/login': () => reject('ENOTSERVER', 'this service runs in local mode, which has no logins'),
  'POST /api/auth/logout': () => ({ status: 200, json: { ok: true }, headers: SIGNED_OUT }),
})
