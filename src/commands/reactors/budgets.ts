import * as Effect from 'effect/Effect'
import * as Queue from 'effect/Queue'
import * as Schedule from 'effect/Schedule'
import type * as Scope from 'effect/Scope'
import { SYSTEM } from '../../domain/access/author.js'
import { systemVisibility } from '../../domain/access/system-visibility.js'
import { decideBudgetReading } from '../../domain/budget/decide.js'
import { isBudgetEvent } from '../../events/budget.js'
import type { Committer, StorageFailure, Tx } from '../../events/commit.js'
import type { Recorded } from '../../events/envelope.js'
import { type FiredAlert, isAlert, isErasure, isPricingEvent } from '../../events/kinds.js'
import { budgetStream } from '../../events/streams.js'
import { budgetById, budgets, type StoredBudget } from '../../projections/queries/budgets.js'
import type { Reader } from '../../projections/sql.js'
import type { OwnerReach } from '../access/owner-reach.js'
import { spendingOf } from '../budgets/spending.js'
import { commit } from '../kernel/commit.js'
import { reporting } from '../kernel/reporting.js'
import { stamped } from '../kernel/run.js'
import type { Clock } from '../ports/clock.js'
import type { DailyCosts } from '../ports/daily-costs.js'
import { acknowledgeReplaced } from './replaced-alerts.js'

interface BudgetWatchParts {
  readonly committer: Pick<Committer, 'committed' | 'submit'>
  readonly clock: Clock
  readonly db: Reader
  readonly costs: DailyCosts
  readonly reachOf: OwnerReach
  /** Called inside the transaction that records an alert, to request its deliveries. */
  readonly onFired: (tx: Tx, alert: FiredAlert) => void
  /** Whether history is being imported: usage arrives in any order. */
  readonly importing: () => boolean
  readonly onError: (error: unknown) => void
}

/** Usage within this time is checked together. */
const TOGETHER = '2 seconds'
const WHILE_IMPORTING = Schedule.spaced('5 seconds')
/** The waits after a failure, so that an alert is late rather than lost. */
const RECOVERY = Schedule.union(Schedule.exponential('1 second'), Schedule.spaced('1 minute'))

/**
 * Raises an alert when the cost of a period reaches a share of a budget. It checks once at the start and then after usage, prices
 * or budgets changed, never on a timer alone. What was reached is recorded with the alert, so a restart repeats none.
 */
export class BudgetWatch {
  constructor(private readonly parts: BudgetWatchParts) {}

  /** Checks until it is interrupted. Starts when the tables can be read. */
  get run(): Effect.Effect<never> {
    const { importing, onError } = this.parts
    const imported = Effect.repeat(Effect.sync(importing), {
      while: (isImporting) => isImporting,
      schedule: WHILE_IMPORTING,
    })
    const recovering = Effect.retry(
      Effect.tapErrorCause(this.check, (cause) => Effect.sync(() => onError(cause))),
      RECOVERY,
    )
    return Effect.scoped(
      Effect.gen(this, function* () {
        const changed = yield* this.#changed
        for (;;) {
          yield* imported
          yield* reporting(onError)(recovering)
          yield* Queue.take(changed)
          yield* Effect.sleep(TOGETHER)
        }
      }),
    )
  }

  /** Compares each enabled budget with what was spent of it. */
  get check(): Effect.Effect<void, unknown> {
    return Effect.suspend(() => {
      const { db, costs, clock, reachOf } = this.parts
      const enabled = budgets(db, systemVisibility).filter((budget) => budget.enabled)
      const { status } = spendingOf(costs, reachOf, clock.now())
      const checked = (budget: StoredBudget) =>
        Effect.flatMap(
          Effect.tryPromise({ try: () => status(budget), catch: (error) => error }),
          ({ spent_usd: spentUsd, period_start: periodStart }) =>
            this.#record(budget, { since: budget.since, spentUsd, periodStart }),
        )
      return Effect.forEach(enabled, checked, { discard: true })
    })
  }

  #record(
    { id }: StoredBudget,
    reading: Parameters<typeof decideBudgetReading>[1],
  ): Effect.Effect<void, StorageFailure> {
    const { committer, db, clock, onFired } = this.parts
    const decide = () => decideBudgetReading({ budget: budgetById(db, systemVisibility, id) }, reading)
    // Most readings change nothing and need no transaction.
    if (decide().length === 0) return Effect.void
    return commit(committer, (tx) => {
      tx.project()
      for (const event of decide()) {
        const appended = tx.append(budgetStream(id), stamped(event, SYSTEM, clock.now()))
        if (appended.duplicate || !isAlert(appended.event)) continue
        onFired(tx, appended.event)
        acknowledgeReplaced(tx, db, appended.event)
      }
    })
  }

  /** A queue that has an element when something that budgets depend on changed since the last check. */
  get #changed(): Effect.Effect<Queue.Queue<void>, never, Scope.Scope> {
    const { committed } = this.parts.committer
    return Effect.gen(function* () {
      const queue = yield* Queue.sliding<void>(1)
      const listen = Effect.sync(() =>
        committed.subscribe(({ events }) => {
          if (events.some(matters)) queue.unsafeOffer(undefined)
        }),
      )
      yield* Effect.acquireRelease(listen, (subscription) => Effect.sync(() => subscription.unsubscribe()))
      return queue
    })
  }
}

const matters = (event: Recorded): boolean =>
  ((event.type === 'reply-recorded' || event.type === 'usage-recorded') && event.data.usage !== null) ||
  isPricingEvent(event) ||
  isErasure(event) ||
  isBudgetEvent(event)
