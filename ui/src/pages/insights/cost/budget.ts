import type { Budget } from '../answers.js'
import { daysIn } from '../../../format/days.js'

/** Returns the monthly budget of what is shown: that of all projects, or of the only one. */
export const monthlyBudget = (budgets: readonly Budget[], projects: readonly string[]): Budget | undefined => {
  if (projects.length > 1) return undefined
  const wanted = projects[0] ?? null
  return budgets.find(({ period, enabled, cwd }) => period === 'month' && enabled && cwd === wanted)
}

/** Returns what may be spent on a day to stay in a budget. */
export const pacePerDay = ({ amount_usd: amount, period_start: first, period_end: last }: Budget): number =>
  amount / daysIn(first, last)
