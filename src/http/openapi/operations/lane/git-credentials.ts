import type { gitCredentials } from '../../../contract/lane/git-credentials.js'
import type { Operations } from '../../operation.js'

const place = { protocol: 'https', host: 'git.example.com' } as const

export const gitCredentialOperations: Operations<keyof typeof gitCredentials> = {
  'GET /api/git-credentials': {
    description:
      'Lists the saved logins by host. Passwords and tokens are stored encrypted, outside the log, and never returned. With `user`, staff see which hosts another account has logins for.',
    answer: { items: [{ ...place, username: 'ada', savedAt: '2026-11-02T07:30:00.000Z', hasToken: true }] },
  },
  'POST /api/git-credentials': {
    description:
      'Saves the login that `fetch`, `pull`, `push` and `publish` use for a host. It is used instead of the logins that git itself knows.',
    request: { ...place, username: 'ada', password: 'a personal access token' },
    answer: { ok: true },
  },
  'DELETE /api/git-credentials/:protocol/:host': {
    description: 'Deletes a login with its password. The host may have a port, as in `git.example.com:8443`.',
    answer: { ok: true },
  },
}
