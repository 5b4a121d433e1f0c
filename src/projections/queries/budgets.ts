import type { Visibility } from '../../domain/access/visibility.js'
import type { Budget, BudgetPeriod, BudgetShare, Reached } from '../../domain/budget/budget.js'
import { type Instant, iso } from '../../domain/time.js'
import type { Reader } from '../sql.js'
import { Filter } from './filter.js'

interface BudgetRow {
  readonly id: string
  readonly owner: string
  readonly name: string
  readonly period: BudgetPeriod
  readonly cwd: string | null
  readonly amount_usd: number
  readonly timezone: string
  readonly enabled: number
  readonly alert_at: string
  readonly created_at: Instant
  readonly updated_at: Instant
  readonly since: number
  readonly reached_start: string
  readonly reached_percent: number
  readonly pauses_starts: number
}

/** A budget with what the service knows of it besides its settings. */
export interface StoredBudget extends Budget {
  readonly owner: string
  readonly created_at: string
  readonly updated_at: string
  /** The position of the event that set it last. */
  readonly since: number
  readonly reached: Reached
}

const budgetOf = (row: BudgetRow): StoredBudget => ({
  id: row.id,
  owner: row.owner,
  name: row.name,
  period: row.period,
  cwd: row.cwd,
  amount_usd: row.amount_usd,
  timezone: row.timezone,
  enabled: row.enabled === 1,
  alert_at: JSON.parse(row.alert_at) as readonly BudgetShare[],
  pauses_starts: row.pauses_starts === 1,
  created_at: iso(row.created_at),
  updated_at: iso(row.updated_at),
  since: row.since,
  reached: { periodStart: row.reached_start, percent: row.reached_percent },
})

/** Returns the budgets, newest first. */
export const budgets = (db: Reader, visibility: Visibility): readonly StoredBudget[] => {
  const { where, params } = new Filter(visibility, 'owner')
  return db.all<BudgetRow>(`select * from p_budget ${where} order by made desc`, ...params).map(budgetOf)
}

export const budgetById = (db: Reader, visibility: Visibility, id: string): StoredBudget | undefined => {
  const { where, params } = new Filter(visibility, 'owner').and('id = ?', id)
  const row = db.get<BudgetRow>(`select * from p_budget ${where}`, ...params)
  return row === undefined ? undefined : budgetOf(row)
}

/** Returns the number of budgets. */
export const countBudgets = (db: Reader, visibility: Visibility): number => {
  const { where, params } = new Filter(visibility, 'owner')
  return db.get<{ n: number }>(`select count(*) as n from p_budget ${where}`, ...params)?.n ?? 0
}
