import type { budgets } from '../../../contract/alert/budgets.js'
import type { Operations } from '../../operation.js'

const status = {
  spent_usd: 356.31,
  forecast_usd: 542.81,
  share: 0.59385,
  period_start: '2026-11-01',
  period_end: '2026-11-30',
  resets_at: '2026-11-30T23:00:00.000Z',
} as const

const budget = {
  id: '7b1c9f64-2d8e-4a55-9c11-0f6a3d1e8b42',
  name: 'Monthly budget',
  period: 'month',
  cwd: null,
  amount_usd: 600,
  timezone: 'Europe/Rome',
  enabled: true,
  alert_at: [50, 80, 100],
  pauses_starts: false,
  created_at: '2026-11-01T08:00:00.000Z',
  updated_at: '2026-11-01T08:00:00.000Z',
  ...status,
} as const

export const budgetsOperations: Operations<keyof typeof budgets> = {
  'GET /api/budgets': {
    description:
      'Lists the budgets, newest first. The forecast is the amount spent plus, for each remaining day, the mean of the same weekday in the last four weeks.',
    answer: { budgets: [budget] },
  },
  'POST /api/budgets': {
    description:
      'Creates a budget for all sessions or for one working directory. Thresholds that are already exceeded raise no alert.',
    request: { period: 'month', amount_usd: 600, timezone: 'Europe/Rome' },
    answer: { budget },
  },
  'POST /api/budgets/preview': {
    description:
      'Returns the status that a budget with these settings would have, and how many recent periods would have exceeded it.',
    request: { period: 'month', amount_usd: 600, timezone: 'Europe/Rome' },
    answer: { ...status, exceeded: 0, periods: 0 },
  },
  'PATCH /api/budgets/:id': {
    description: 'Updates a budget. Thresholds that are already exceeded raise no alert.',
    request: { amount_usd: 600 },
    answer: { budget },
  },
  'DELETE /api/budgets/:id': {
    description: 'Deletes a budget and its alerts.',
    answer: { ok: true },
  },
}
