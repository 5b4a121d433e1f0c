import * as Effect from 'effect/Effect'
import type { Author } from '../../domain/access/author.js'
import { systemVisibility } from '../../domain/access/system-visibility.js'
import type { Visibility } from '../../domain/access/visibility.js'
import { changedBudget, type CreateBudget, type UpdateBudget } from '../../domain/budget/decide.js'
import { reject } from '../../domain/rejection.js'
import { zoneNamed } from '../../domain/reports/zone.js'
import { budgetById, budgets, type StoredBudget } from '../../projections/queries/budgets.js'
import type { Reader } from '../../projections/sql.js'
import type { OwnerReach } from '../access/owner-reach.js'
import type { CommandRunner } from '../kernel/run.js'
import type { Clock } from '../ports/clock.js'
import type { DailyCosts } from '../ports/daily-costs.js'
import { budget } from './decider.js'
import { type Scope, spendingOf } from './spending.js'

interface BudgetParts {
  readonly run: CommandRunner['run']
  readonly db: Reader
  readonly clock: Clock
  readonly costs: DailyCosts
  readonly reachOf: OwnerReach
  readonly newId: () => string
}

/** Returns the commands and reads of budgets. */
export const budgetCommands = ({ run, db, clock, costs, reachOf, newId }: BudgetParts) => {
  const spending = () => spendingOf(costs, reachOf, clock.now())

  /** Returns what a budget with these settings has cost so far, as a fact of the command that sets it. */
  const spentNow = (scope: Scope) =>
    Effect.map(
      Effect.promise(() => spending().status(scope)),
      ({ spent_usd, period_start }) => ({ spentUsd: spent_usd, periodStart: period_start }),
    )

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
    create: (command: CreateBudget, author: Author) =>
      Effect.gen(function* () {
        yield* knownZone(command.timezone)
        const id = newId()
        const spent = yield* spentNow({ ...command, cwd: command.cwd ?? null, owner: author.by })
        yield* run(budget, id, 'create', { id, budget: command, spent }, author)
        return id
      }),

    update: (id: string, change: UpdateBudget, author: Author) =>
      Effect.gen(function* () {
        const stored = budgetById(db, systemVisibility, id)
        if (stored === undefined) return yield* Effect.fail(reject('NOT_FOUND', 'budget not found'))
        const changed = changedBudget(stored, change)
        yield* knownZone(changed.timezone)
        const spent = yield* spentNow({ ...changed, owner: stored.owner })
        yield* run(budget, id, 'update', { change, spent }, author)
      }),

    /** Deletes a budget and its alerts. */
    remove: (id: string, author: Author) => run(budget, id, 'remove', {}, author),

    /** Returns what a budget with these settings would show, without creating it. */
    preview: (settings: Omit<Scope, 'owner'>, author: Author) =>
      Effect.gen(function* () {
        yield* knownZone(settings.timezone)
        const scope = { ...settings, owner: author.by }
        const { status, exceeded } = spending()
        return yield* Effect.promise(async () => ({ ...(await status(scope)), ...(await exceeded(scope)) }))
      }),
  }
}

export type BudgetCommands = ReturnType<typeof budgetCommands>

const knownZone = (name: string) =>
  zoneNamed(name) === undefined
    ? Effect.fail(
        reject('INVALID_INPUT', 'timezone: must be a time zone, such as Europe/Rome', {
          fields: { field: 'timezone' },
        }),
      )
    : Effect.void
