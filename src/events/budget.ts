import { BUDGET_PERIODS, BUDGET_SHARES } from '../domain/budget/budget.js'
import { Schema as S } from '../domain/schema.js'
import { defineEvent } from './define.js'
import { budgetStream } from './streams.js'

const Reached = S.Struct({ periodStart: S.String, percent: S.Int })

/** A budget with all its settings, and the share of it that was used when it was set. */
const budgetSet = defineEvent({
  type: 'budget-set',
  stream: budgetStream,
  version: 1,
  schema: S.Struct({
    budget: S.String,
    name: S.String,
    period: S.Literal(...BUDGET_PERIODS),
    cwd: S.NullOr(S.String),
    amountUsd: S.Number,
    timezone: S.String,
    enabled: S.Boolean,
    alertAt: S.Array(S.Literal(...BUDGET_SHARES)),
    /** Absent in events from before budgets could do that. */
    pausesStarts: S.optional(S.Boolean),
    reached: Reached,
  }),
})

/** Deletes the alerts of the budget as well. */
const budgetRemoved = defineEvent({
  type: 'budget-removed',
  stream: budgetStream,
  version: 1,
  schema: S.Struct({ budget: S.String }),
})

/** Another share of the budget is used. It can be lower than before, for example after a price was changed. */
const budgetReached = defineEvent({
  type: 'budget-reached',
  stream: budgetStream,
  version: 1,
  schema: S.Struct({ budget: S.String, reached: Reached, spentUsd: S.Number }),
})

export const budgetEvents = {
  'budget-set': budgetSet,
  'budget-removed': budgetRemoved,
  'budget-reached': budgetReached,
}

/** Whether an event changes the budgets. */
export const isBudgetEvent = ({ type }: { readonly type: string }): boolean =>
  type === 'budget-set' || type === 'budget-removed'
