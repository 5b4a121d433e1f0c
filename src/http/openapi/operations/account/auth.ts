import type { auth } from '../../../contract/account/auth.js'
import type { Operations } from '../../operation.js'

export const authOperations: Operations<keyof typeof auth> = {
  'GET /api/auth/me': {
    description: 'Returns the mode of the service. In local mode there is one user, who needs no login.',
    answer: { mode: 'local' },
  },
  'POST /api/auth/login': {
    description: 'Signs in where the service runs for several users. In local mode there are no logins.',
    request: { username: 'ada', password: 'correct horse battery' },
    answer: { user: { id: 1, username: 'ada', role: 'admin' } },
  },
  'POST /api/auth/logout': {
    description:
      'Signs out. The cookie of the login is deleted, and the browser drops what it has stored of the service.',
    answer: { ok: true },
  },
}
