import type { Author } from '../../domain/access/author.js'
import { systemVisibility } from '../../domain/access/system-visibility.js'
import type { Visibility } from '../../domain/access/visibility.js'
import { changedBudget, type CreateBudget, type UpdateBudget } from '../../domain/budget/decide.js'
import { isRejection, reject, type Rejection } from '../../domain/rejection.js'
import { zoneNamed } from '../../domain/reports/zone.js'
import { budgetById, budgets, type StoredBudget } from '../../projections/queries/budgets.js'
import type { Reader } from '../../projections/sql.js'
import type { Clock } from '../ports/clock.js'
import type { DailyCosts } from '../ports/daily-costs.js'
import { type CommandRunner, rejectionOf } from '../run.js'
import { budget } from './decider.js'
import { type Scope, spendingOf } from './spending.js'

interface BudgetParts {
  readonly run: CommandRunner['run']
  readonly db: Reader
  readonly clock: Clock
  readonly costs: DailyCosts
  readonly newId: () => string
}

/** Returns the commands and reads of budgets. */
export const budgetCommands = ({ run, db, clock, costs, newId }: BudgetParts) => {
  const spending = () => spendingOf(costs, clock.now())

  /** Returns what a budget with these settings has cost so far, as a fact of the command that sets it. */
  const spentNow = async (scope: Scope) => {
    const { spent_usd, period_start } = await spending().status(scope)
    return { spentUsd: spent_usd, periodStart: period_start }
  }

  const withStatus = async (
    { owner, since: _since, reached: _reached, ...settings }: StoredBudget,
    { status } = spending(),
  ) => ({
    ...settings,
    ...(await status({ ...settings, owner })),
  })

  return {
    /** Returns the budgets with what is spent of them, newest first. */
    list: async (visibility: Visibility) => {
      const reading = spending()
      return Promise.all(budgets(db, visibility).map((stored) => withStatus(stored, reading)))
    },

    /** Returns a budget with what is spent of it; undefined if it does not exist. */
    read: async (visibility: Visibility, id: string) => {
      const stored = budgetById(db, visibility, id)
      return stored === undefined ? undefined : withStatus(stored)
    },

    /** Creates a budget and returns its id. */
    create: async (command: CreateBudget, author: Author) => {
      if (zoneNamed(command.timezone) === undefined) return noZone()
      const id = newId()
      const spent = await spentNow({ ...command, cwd: command.cwd ?? null, owner: author.by })
      const done = await run(budget, id, 'create', { id, budget: command, spent }, author)
      return isRejection(done) ? done : id
    },

    update: async (id: string, change: UpdateBudget, author: Author) => {
      const stored = budgetById(db, systemVisibility, id)
      if (stored === undefined) return reject('NOT_FOUND', 'budget not found')
      const changed = changedBudget(stored, change)
      if (zoneNamed(changed.timezone) === undefined) return noZone()
      const spent = await spentNow({ ...changed, owner: stored.owner })
      return rejectionOf(await run(budget, id, 'update', { change, spent }, author))
    },

    /** Deletes a budget and its alerts. */
    remove: async (id: string, author: Author) => rejectionOf(await run(budget, id, 'remove', {}, author)),

    /** Returns what a budget with these settings would show, without creating it. */
    preview: async (settings: Omit<Scope, 'owner'>, author: Author) => {
      if (zoneNamed(settings.timezone) === undefined) return noZone()
      const scope = { ...settings, owner: author.by }
      const { status, exceeded } = spending()
      return { ...(await status(scope)), ...(await exceeded(scope)) }
    },
  }
}

export type BudgetCommands = ReturnType<typeof budgetCommands>

const noZone = (): Rejection<'INVALID_INPUT'> =>
  reject('INVALID_INPUT', 'timezone: must be a time zone, such as Europe/Rome', { fields: { field: 'timezone' } })
