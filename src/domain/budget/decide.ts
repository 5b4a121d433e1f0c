import { alertFired } from '../alerts/decide.js'
import { accept, refuse } from '../decision.js'
import { reject } from '../rejection.js'
import { zoneNamed } from '../reports/zone.js'
import { short } from '../text.js'
import { type Budget, type BudgetPeriod, type BudgetShare, reachedBy, type Reached } from './budget.js'

/** More would be a mistake, and the cost of each is read when it is checked. */
const MAX_BUDGETS = 50
/** The amounts that a budget can have. */
export const BUDGET_USD = { least: 0.01, most: 1e9 } as const
const DEFAULT_SHARES: readonly BudgetShare[] = [50, 80, 100]
const DEFAULT_NAMES: Readonly<Record<BudgetPeriod, string>> = {
  day: 'Daily budget',
  week: 'Weekly budget',
  month: 'Monthly budget',
}

export interface CreateBudget {
  readonly name?: string | null | undefined
  readonly period: BudgetPeriod
  readonly cwd?: string | null | undefined
  readonly amount_usd: number
  readonly timezone: string
  readonly enabled?: boolean | null | undefined
  readonly alert_at?: readonly BudgetShare[] | null | undefined
  readonly pauses_starts?: boolean | null | undefined
}

/** Absent and null members are left unchanged, except that a null `cwd` means all projects. */
export type UpdateBudget = { readonly [K in keyof CreateBudget]?: CreateBudget[K] | null | undefined }

export interface KnownBudget {
  /** How many budgets there are. */
  readonly budgets: number
  /** The budget of the command; undefined if it does not exist. */
  readonly budget: (Budget & { readonly reached: Reached; readonly since: number }) | undefined
}

/** What the budget has cost in its current period when a command sets it. Shares that it has reached already raise no alert. */
interface SpentNow {
  readonly periodStart: string
  readonly spentUsd: number
}

const noBudget = () => refuse(reject('NOT_FOUND', 'budget not found'))

const create = (
  { budgets }: KnownBudget,
  { id, budget, spent }: { readonly id: string; readonly budget: CreateBudget; readonly spent: SpentNow },
) => {
  if (budgets >= MAX_BUDGETS) return refuse(reject('INVALID_INPUT', `at most ${MAX_BUDGETS} budgets are allowed`))
  const { name, period, cwd, amount_usd, timezone, enabled, alert_at, pauses_starts } = budget
  return set(
    {
      id,
      name: name ?? DEFAULT_NAMES[period],
      period,
      cwd: cwd ?? null,
      amount_usd,
      timezone,
      enabled: enabled ?? true,
      alert_at: alert_at ?? DEFAULT_SHARES,
      pauses_starts: pauses_starts ?? false,
    },
    spent,
  )
}

/** Returns a budget with the changes of a command. */
export const changedBudget = (budget: Budget, change: UpdateBudget): Budget => ({
  id: budget.id,
  name: change.name ?? budget.name,
  period: change.period ?? budget.period,
  cwd: change.cwd === undefined ? budget.cwd : change.cwd,
  amount_usd: change.amount_usd ?? budget.amount_usd,
  timezone: change.timezone ?? budget.timezone,
  enabled: change.enabled ?? budget.enabled,
  alert_at: change.alert_at ?? budget.alert_at,
  pauses_starts: change.pauses_starts ?? budget.pauses_starts,
})

const update = (
  { budget }: KnownBudget,
  { change, spent }: { readonly change: UpdateBudget; readonly spent: SpentNow },
) => (budget === undefined ? noBudget() : set(changedBudget(budget, change), spent))

const set = (budget: Budget, { periodStart, spentUsd }: SpentNow) => {
  const { id, name, period, cwd, amount_usd, timezone, enabled, alert_at, pauses_starts } = budget
  if (zoneNamed(timezone) === undefined) return invalid('timezone', 'must be a time zone, such as Europe/Rome')
  if (!(amount_usd >= BUDGET_USD.least && amount_usd <= BUDGET_USD.most)) {
    return invalid('amount_usd', `must be a number from ${BUDGET_USD.least} to ${BUDGET_USD.most}`)
  }
  return accept({
    type: 'budget-set',
    data: {
      budget: id,
      name,
      period,
      cwd,
      amountUsd: amount_usd,
      timezone,
      enabled,
      alertAt: [...new Set(alert_at)].toSorted((a, b) => a - b),
      pausesStarts: pauses_starts,
      reached: { periodStart, percent: reachedBy(budget, spentUsd) },
    },
  })
}

const invalid = (field: string, message: string) =>
  refuse(reject('INVALID_INPUT', `${field}: ${message}`, { fields: { field } }))

const remove = ({ budget }: KnownBudget) =>
  budget === undefined ? noBudget() : accept({ type: 'budget-removed', data: { budget: budget.id } })

export const decideBudget = { create, update, remove }

/** What a budget has cost, and the position of the setting that it was computed for. */
export interface BudgetReading extends SpentNow {
  readonly since: number
}

/**
 * Returns the events after the cost of a budget was read: a share that is newly reached raises one alert, for the highest. If a
 * price or the history changes so that less is spent, the lower share is recorded, and the higher ones can be reached again.
 * Cannot be refused.
 */
export const decideBudgetReading = (
  { budget }: Pick<KnownBudget, 'budget'>,
  { since, periodStart, spentUsd }: BudgetReading,
) => {
  if (budget === undefined || !budget.enabled || budget.since !== since) return []
  // A clock that was set back would otherwise open a period that is over.
  if (periodStart < budget.reached.periodStart) return []
  const before = budget.reached.periodStart === periodStart ? budget.reached.percent : 0
  const percent = reachedBy(budget, spentUsd)
  if (percent === before) return []
  const reached = {
    type: 'budget-reached' as const,
    data: { budget: budget.id, reached: { periodStart, percent }, spentUsd },
  }
  return percent < before ? [reached] : [reached, alertOf(budget, percent, { periodStart, spentUsd })]
}

const alertOf = (budget: Budget, percent: number, { periodStart, spentUsd }: SpentNow) =>
  alertFired({
    rule: budget.id,
    ruleName: budget.name,
    ruleType: 'budget',
    agent: null,
    message: short(`${budget.name}: ${usd(spentUsd)} of ${usd(budget.amount_usd)} spent, ${percent}% reached`, 500),
    details: {
      percent,
      spent_usd: spentUsd,
      amount_usd: budget.amount_usd,
      period: budget.period,
      period_start: periodStart,
      cwd: budget.cwd,
    },
  })

const usd = (amount: number): string => `$${amount.toFixed(2)}`
