import type { Budget } from '../../domain/budget/budget.js'
import { budgetStatus, type CostByDay, daysNeeded, exceededPeriods } from '../../domain/budget/status.js'
import { type Zone, zoneNamed } from '../../domain/reports/zone.js'
import type { Instant } from '../../domain/time.js'
import type { OwnerReach } from '../access/owner-reach.js'
import type { DailyCosts } from '../ports/daily-costs.js'

/** What decides which usage counts towards a budget. */
export type Scope = Pick<Budget, 'period' | 'cwd' | 'timezone' | 'amount_usd'> & { readonly owner: string }

/** Returns functions that read what budgets have cost. Budgets with the same days, zone and project share one read. */
export const spendingOf = (costs: DailyCosts, reachOf: OwnerReach, now: Instant) => {
  const reads = new Map<string, Promise<CostByDay>>()
  const read = (scope: Scope): { readonly zone: Zone; readonly costs: Promise<CostByDay> } => {
    const { timezone, cwd, owner } = scope
    const zone = zoneNamed(timezone)
    if (zone === undefined) throw new Error(`unknown time zone ${timezone}`)
    const { first, last } = daysNeeded(scope, zone, now)
    const query = { timezone, cwd, since: first, until: last }
    const key = JSON.stringify([owner, query])
    let found = reads.get(key)
    if (found === undefined) reads.set(key, (found = costs(reachOf(owner), query)))
    return { zone, costs: found }
  }
  return {
    /** Returns what is spent of a budget in its current period, with the forecast. */
    status: async (scope: Scope) => {
      const { zone, costs: known } = read(scope)
      return budgetStatus(scope, zone, await known, now)
    },

    /** Returns how often the amount was exceeded in the last periods. */
    exceeded: async (scope: Scope) => {
      const { zone, costs: known } = read(scope)
      return exceededPeriods(scope, zone, await known, now)
    },
  }
}
