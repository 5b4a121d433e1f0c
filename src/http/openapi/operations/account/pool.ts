import type { pool } from '../../../contract/account/pool.js'
import type { Operations } from '../../operation.js'

const shared = {
  name: 'team-1',
  addedAt: '2026-11-20T08:00:00.000Z',
  email: 'build@example.org',
  livePanes: 2,
  spend5h: 1.25,
  spend7d: 31.5,
  tokens5h: 412_000,
  tokens7d: 9_800_000,
  quotaPercent: 62,
  full: false,
}
const claude = {
  ...shared,
  kind: 'login' as const,
  expiresAt: '2026-11-27T16:00:00.000Z',
  expired: false,
  refreshError: null,
  quota: {
    fiveHour: { percent: 62, resetsAt: '2026-11-27T16:00:00.000Z' },
    sevenDay: { percent: 31, resetsAt: '2026-11-30T08:00:00.000Z' },
    checkedAt: '2026-11-27T11:02:00.000Z',
    error: null,
  },
}
const codex = {
  ...shared,
  name: 'codex-1',
  email: null,
  kind: 'apikey' as const,
  quotaPercent: 40,
  quota: {
    windows: [{ label: '5h', usedPercent: 40, resetsAt: '2026-11-27T15:10:00.000Z' }],
    asOf: '2026-11-27T11:00:12.000Z',
  },
}
const currentPassword = 'your own password'

export const poolOperations: Operations<keyof typeof pool> = {
  'GET /api/accounts': {
    description:
      'Keys and tokens are never returned. Limits of Claude Code are read from the vendor at most every 5 minutes while panes use an ' +
      'account, and at once with `force`; those of Codex are what its agents reported last.',
    answer: { accounts: [claude], codex: [codex], blockPercent: 95 },
  },
  'POST /api/accounts': {
    description:
      'For `cli_a`, exactly one of: `profile`, a saved login that moves into the pool; `credentials`, the text of `.credentials.json`, ' +
      'whose account the vendor is asked for; `token`, from `claude setup-token`. For `cli_b`, `token` is an API key or the text of ' +
      '`auth.json`. Everything is stored encrypted.',
    request: { tool: 'cli_a', name: 'team-1', token: 'a-setup-token', currentPassword },
    answer: { account: claude },
  },
  'GET /api/accounts/profiles': {
    description: 'The one in use cannot move.',
    answer: {
      profiles: [{ name: 'work', label: 'Work', email: 'ada@example.org', subscriptionType: 'max', active: true }],
    },
  },
  'DELETE /api/accounts/:name': {
    description: 'Ends no pane: those that use the account keep what they hold.',
    request: { tool: 'cli_a', currentPassword },
    answer: { ok: true, livePanes: 2 },
  },
}
