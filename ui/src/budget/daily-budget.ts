import type { Budget } from '../api/types.js'

/** Returns the budget of today's cost of all sessions. Budgets come newest first: of several, the newest counts. */
export const dailyBudget = (budgets: readonly Budget[] = []): Budget | undefined =>
  budgets.find(({ period, enabled, cwd }) => period === 'day' && enabled && cwd === null)
