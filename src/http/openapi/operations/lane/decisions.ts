import type { DecisionRoute } from '../../../contract/lane/decisions.js'
import type { Operations } from '../../operation.js'

const none = {
  ask: null,
  error: null,
  changes: null,
  conflicts: [],
  repository: null,
  budget: null,
  later_until: null,
  owner_id: null,
}

const failed = {
  ...none,
  id: 'failed-4d0a7c2e-8a3f-4f2b-9a55-6a1f0f6f9f10-1764064440000',
  kind: 'failed',
  at: '2026-11-20T09:14:00.000Z',
  title: 'Upgrade the payment SDK',
  text: 'You have hit your session limit, resets 3pm (Europe/Rome)',
  lane: { id: 4, title: 'Upgrade the payment SDK', slot: 0 },
  session_id: '4d0a7c2e-8a3f-4f2b-9a55-6a1f0f6f9f10',
  tool: 'cli_a',
  error: {
    kind: 'limit',
    text: 'You have hit your session limit, resets 3pm (Europe/Rome)',
    resets_at: '2026-11-20T14:00:00.000Z',
    retry: null,
  },
} as const

const review = {
  ...none,
  id: 'review-7-1764065500000',
  kind: 'review',
  at: '2026-11-20T09:31:40.000Z',
  title: 'Search with typos',
  text: 'Typos up to two letters now match.',
  lane: { id: 7, title: 'Search with typos', slot: null },
  session_id: 'b1f6d1de-07c5-4f2b-8f0b-2b9f0a2b7a11',
  tool: null,
  changes: { files: 4, added: 120, deleted: 18, uncommitted: 1 },
  repository: '/home/ada/shop/.git',
} as const

export const decisionOperations: Operations<DecisionRoute> = {
  'GET /api/decisions': {
    description:
      'Returns what waits for the user: asks of agents, failed turns, merges with conflicts, budgets, and lanes whose agents came to rest with changes. Failures of histories that ended before the service started are left out. A decision gets another id when there is something new to decide. Lanes are read with git, only for this list, and for at most 300 ms: `unread` counts those that are not known yet.',
    answer: {
      at: '2026-11-20T09:40:00.000Z',
      decisions: [failed, review],
      later: [],
      unread: 0,
      waiting: { today_ms: 840_000, median_ms: 41_000, answered: 12 },
    },
  },
  'POST /api/decisions/:id/later': {
    description:
      'Moves a decision from `decisions` to `later` for the account of the caller, until the time or until there is something new to decide.',
    request: { until: '2026-11-21T07:00:00.000Z' },
    answer: { id: review.id, until: '2026-11-21T07:00:00.000Z' },
  },
}
