import { systemVisibility } from '../../domain/access/system-visibility.js'
import { decideBudget, type KnownBudget } from '../../domain/budget/decide.js'
import { budgetStream } from '../../events/streams.js'
import { budgetById, countBudgets } from '../../projections/queries/budgets.js'
import type { Reader } from '../../projections/sql.js'
import { defineDecider } from '../kernel/run.js'

const load = (db: Reader, id: string): KnownBudget => ({
  budgets: countBudgets(db, systemVisibility),
  budget: budgetById(db, systemVisibility, id),
})

/** Commands about a budget, by its id. */
export const budget = defineDecider({ stream: budgetStream, load, decide: decideBudget })
