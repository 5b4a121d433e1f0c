import * as Effect from 'effect/Effect'
import { userNumbered } from '../../domain/access/author.js'
import { reject } from '../../domain/rejection.js'
import { budgets } from '../../projections/queries/budgets.js'
import type { LaneShape } from '../../projections/queries/lanes.js'
import type { Reader } from '../../projections/sql.js'
import type { OwnerReach } from '../access/owner-reach.js'
import type { Clock } from '../ports/clock.js'
import type { DailyCosts } from '../ports/daily-costs.js'
import { spendingOf } from './spending.js'

interface PauseParts {
  readonly db: Reader
  readonly clock: Clock
  readonly costs: DailyCosts
  readonly reachOf: OwnerReach
}

/** Where an agent is to start: whose it will be, and in which project. */
export type StartPlace = Pick<LaneShape, 'owner_id' | 'cwd' | 'source_repo'>

/**
 * Returns a check that fails with `EBUDGET` while a budget that pauses starts is used up, of those that count the sessions of a lane. The
 * rejection has what is spent, in USD, and when the budget resets.
 */
export const budgetPause =
  ({ db, clock, costs, reachOf }: PauseParts) =>
  ({ owner_id, cwd, source_repo }: StartPlace) =>
    Effect.gen(function* () {
      const project = source_repo ?? cwd
      const pausing = budgets(db, reachOf(userNumbered(owner_id))).filter(
        (budget) => budget.enabled && budget.pauses_starts && (budget.cwd === null || budget.cwd === project),
      )
      if (pausing.length === 0) return
      const { status } = spendingOf(costs, reachOf, clock.now())
      for (const budget of pausing) {
        const { spent_usd, share, resets_at } = yield* Effect.promise(() => status(budget))
        if (share < 1) continue
        const { id, name, amount_usd } = budget
        return yield* Effect.fail(
          reject('EBUDGET', `${name} is used up, and pauses starts until ${resets_at}`, {
            fields: { budget: id, name, spent_usd, amount_usd, resets_at },
          }),
        )
      }
    })

export type BudgetPause = ReturnType<typeof budgetPause>
