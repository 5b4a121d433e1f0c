import { TOOL_IDS } from '../../../../domain/tools/catalog.js'
import type { me } from '../../../contract/account/me.js'
import type { Operations } from '../../operation.js'
import { ADA } from './users.js'

const prefs = { prefs: { theme: 'dark', 'svc.defaultTool': 'cli_a' }, onboardedAt: '2026-11-20T10:00:00.000Z' }
const instructions = {
  instructions: 'Run the tests before you say that you are done.',
  max: 16_000,
  tools: TOOL_IDS,
} as const

const ACCOUNT = {
  mode: 'server',
  user: ADA,
  workspaces: 1,
  sessions: 14,
  logins: 2,
  lastLoginAt: '2026-06-02T08:00:00.000Z',
  passwordSetBy: 'user',
} as const

const TOKEN = {
  id: '01JZ3V0V2D8M6M4T1B8QK7W5XH',
  name: 'Prometheus',
  scopes: ['metrics'],
  createdAt: '2026-06-01T08:00:00.000Z',
  expiresAt: '2027-06-01T08:00:00.000Z',
  lastUsedAt: null,
} as const

export const meOperations: Operations<keyof typeof me> = {
  'GET /api/me/account': {
    description: 'Returns the account of the caller. Local mode has no accounts.',
    answer: { mode: 'local' },
  },
  'PATCH /api/me/account': {
    description: 'Changes how others see the caller. Null and an empty text clear a member.',
    request: { displayName: 'Ada Lovelace' },
    answer: ACCOUNT,
  },
  'POST /api/me/password': {
    description: 'Changes the password of the caller. Their other logins end; this one gets a new cookie.',
    request: { currentPassword: 'correct horse battery', newPassword: 'a long enough phrase' },
    answer: { ok: true, ended: 1 },
  },
  'POST /api/me/sign-out-others': {
    description: 'Ends all logins of the caller but this one.',
    answer: { ended: 1 },
  },
  'GET /api/me/tokens': {
    description: 'Lists the access tokens of the caller, without their secrets.',
    answer: { tokens: [TOKEN] },
  },
  'POST /api/me/tokens': {
    description:
      'Creates an access token for a program, which sends it as `Authorization: Bearer <secret>`. `write` includes `read`, and ' +
      '`read` includes `metrics`. The secret is sent this once.',
    request: { name: 'Prometheus', scopes: ['metrics'], expiresInDays: 365, currentPassword: 'correct horse battery' },
    answer: { token: TOKEN, secret: 'svct_3kTqAq8F0sE1vXw7dYp2LmZc9RbNhUjG4oKiT5uVx6y' },
  },
  'DELETE /api/me/tokens/:id': {
    description: 'Revokes an access token. Programs that use it are refused from now on.',
    answer: { ok: true },
  },
  'GET /api/me/avatar': { description: 'Returns the picture of the caller, as it was sent.' },
  'PUT /api/me/avatar': {
    description: 'Sets the picture of the caller. Its type is that of its first bytes, whatever the request says.',
    answer: ACCOUNT,
  },
  'DELETE /api/me/avatar': { description: 'Removes the picture of the caller.', answer: ACCOUNT },
  'GET /api/me/prefs': {
    description: 'Returns the preferences of the caller, and when the first-run setup was done.',
    answer: prefs,
  },
  'PUT /api/me/prefs': {
    description:
      'Changes the preferences that are given; null removes one. An unknown key, a value that is no text, or one over 8 KB refuses all.',
    request: { prefs: { theme: 'dark', 'svc.tour': null } },
    answer: prefs,
  },
  'POST /api/me/onboarded': {
    description: 'Marks the first-run setup as done. The time of the first call is kept.',
    answer: prefs,
  },
  'GET /api/me/instructions': {
    description: 'Returns what every new agent of the caller is told.',
    answer: instructions,
  },
  'PUT /api/me/instructions': {
    description:
      'Sets what every new agent of the caller is told. Null or a blank text removes it. Agents that run are not told.',
    request: { instructions: instructions.instructions },
    answer: instructions,
  },
  'GET /api/lanes/:id/instructions': {
    description: 'Returns what every new agent of the lane is told.',
    answer: instructions,
  },
  'PUT /api/lanes/:id/instructions': {
    description: "Sets what every new agent of the lane is told, after the instructions of the lane's owner.",
    request: { instructions: instructions.instructions },
    answer: instructions,
  },
}
