import type { quota } from '../../../contract/cost/quota.js'
import type { Operations } from '../../operation.js'
import { SESSION_ID } from '../../samples.js'

export const quotaOperations: Operations<keyof typeof quota> = {
  'GET /api/quota': {
    description:
      'Returns the usage limits of each account, the context usage of recent sessions, and the burn rate of the last hour.',
    answer: {
      accounts: [
        {
          source: 'local',
          provider: 'claude',
          limit: null,
          plan: null,
          five_hour: { used_percentage: 42, resets_at: '2026-11-20T12:00:00.000Z' },
          seven_day: null,
          windows: [{ minutes: 300, used_percentage: 42, resets_at: '2026-11-20T12:00:00.000Z' }],
          as_of: '2026-11-20T09:31:00.000Z',
        },
        {
          source: 'local',
          provider: 'codex',
          limit: 'codex',
          plan: 'plus',
          five_hour: null,
          seven_day: { used_percentage: 18, resets_at: '2026-11-24T08:00:00.000Z' },
          windows: [{ minutes: 10_080, used_percentage: 18, resets_at: '2026-11-24T08:00:00.000Z' }],
          as_of: '2026-11-20T09:12:00.000Z',
        },
      ],
      sessions: [
        {
          session_id: SESSION_ID,
          session_name: 'Fix the retry of failed uploads',
          model: 'claude-sonnet-4-5',
          context: { used_percentage: 31, window_size: 200_000, exceeds_200k_tokens: false },
          as_of: '2026-11-20T09:31:00.000Z',
        },
      ],
      burn: {
        since: '2026-11-20T08:45:00.000Z',
        cost: 0.2247,
        unpriced: [],
        tokens: 265_570,
        usd_per_hour: 0.2875,
        tokens_per_minute: 5664,
        sessions: [{ session_id: SESSION_ID, cost: 0.2247, unpriced: [], usd_per_hour: 0.2875 }],
      },
    },
  },
  'POST /api/statusline': {
    description: 'Stores the JSON that Claude Code passes to its status line as the latest reading of the session.',
    request: { session_id: SESSION_ID, model: { id: 'claude-sonnet-4-5' } },
  },
}
