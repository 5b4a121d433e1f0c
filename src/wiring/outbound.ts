import { randomUUID } from 'node:crypto'
import * as Effect from 'effect/Effect'
import { readingMark } from '../adapters/sqlite/reading-mark.js'
import { webPush } from '../adapters/web-push/web-push.js'
import { systemVisibility } from '../domain/access/system-visibility.js'
import { ownerOfTarget } from '../projections/queries/webhooks.js'
import { ownerReach, webhookReach } from '../commands/access/owner-reach.js'
import { alertCommands } from '../commands/alerts/alerts.js'
import { budgetCommands } from '../commands/budgets/budgets.js'
import { reporting } from '../commands/kernel/reporting.js'
import type { CommandRunner } from '../commands/kernel/run.js'
import type { Serial } from '../commands/kernel/serial.js'
import type { Clock } from '../commands/ports/clock.js'
import { pushCommands } from '../commands/push/push.js'
import { AlertWatch } from '../commands/reactors/alerts.js'
import { BudgetWatch } from '../commands/reactors/budgets.js'
import { Deliveries } from '../commands/reactors/deliveries.js'
import { pushAlerts } from '../commands/reactors/push.js'
import { requestDeliveries } from '../commands/reactors/request-deliveries.js'
import { notifyOfSessions } from '../commands/reactors/session-notices.js'
import { updateCommands } from '../commands/service/updates.js'
import { deliverOnce } from '../commands/webhooks/deliver.js'
import { webhookSetups } from '../commands/webhooks/setup.js'
import { webhookCommands } from '../commands/webhooks/webhooks.js'
import type { Committer } from '../events/commit.js'
import type { Tell } from '../http/live/announcer.js'
import type { Db } from '../projections/sql.js'
import { held } from './held.js'
import type { Kernel } from './kernel.js'
import type { ServiceRuntime } from './runtime.js'

interface OutboundParts {
  readonly mode: 'local' | 'server'
  readonly runner: CommandRunner
  readonly committer: Committer
  readonly clock: Clock
  readonly db: Db
  readonly kernel: Pick<Kernel, 'tail' | 'side' | 'prices' | 'ready' | 'vault' | 'readings'>
  readonly tell: Tell
  readonly serial: Serial
  readonly runtime: ServiceRuntime
  /** Waits until the tables can be read. */
  readonly whenReadable: Effect.Effect<void>
  readonly version: string
  /** Whether update checks are allowed. */
  readonly updates: boolean
  readonly importing: () => boolean
  readonly complain: (line: string) => void
}

/** Opens everything that notifies users outside the dashboard: alerts, webhooks and web push. */
export const openOutbound = (parts: OutboundParts) =>
  Effect.gen(function* () {
    const { runner, committer, clock, db, kernel, serial, runtime, whenReadable, importing, complain } = parts
    const costs = kernel.side.dailyCosts
    const reachOf = ownerReach(parts)
    const onFired = requestDeliveries(db, clock, reachOf)
    const { vault } = kernel
    const secretsFailed = (error: unknown): void => complain(`a secret could not be stored: ${String(error)}`)
    const setups = webhookSetups({ vault, db, onError: secretsFailed })
    const reachOfOwner = webhookReach(parts)
    const deliver = deliverOnce({
      setups,
      clock,
      reachOf: (target) => reachOfOwner(ownerOfTarget(db, systemVisibility, target)),
    })
    // Push services of browsers are on the internet. One on this machine would be a door to it (supplement-server 27.3).
    const reach = parts.mode === 'local' ? ('machine' as const) : ('internet' as const)
    const push = pushCommands({ run: runner.run, db, vault, push: webPush, reach, onError: secretsFailed })
    const pushing = { db, clock, push, fork: runtime.fork, reachOf }
    const unpushed = (error: unknown): void => complain(`an alert could not be pushed: ${String(error)}`)
    yield* held(
      () => committer.committed.subscribe(pushAlerts({ ...pushing, onError: unpushed })),
      (subscription) => subscription.unsubscribe(),
    )

    const unnotified = (error: unknown): void => complain(`a browser could not be notified: ${String(error)}`)
    const notices = notifyOfSessions({
      ...pushing,
      ready: kernel.ready,
      later: (work) => void setImmediate(work),
      onError: unnotified,
    })
    yield* held(
      () => committer.committed.subscribe(notices),
      (subscription) => subscription.unsubscribe(),
    )

    const settleSecrets = Effect.zipRight(setups.settleAll, push.settleAll)
    const deliveries = new Deliveries({
      committer,
      clock,
      db,
      deliver,
      serial,
      onError: (error) => complain(`a webhook could not be delivered: ${String(error)}`),
    })
    const delivering = Effect.zipRight(reporting(secretsFailed)(settleSecrets), deliveries.run)
    yield* runtime.background(Effect.zipRight(whenReadable, delivering))
    const watch = new AlertWatch({
      committer,
      clock,
      db,
      book: () => kernel.prices.book,
      readings: () => kernel.readings.all(),
      log: kernel.tail,
      mark: readingMark(db, 'alerts'),
      serial,
      fork: runtime.fork,
      reachOf,
      importing,
      onFired,
      onError: (error, rule) =>
        complain(
          rule === null
            ? `alert rules could not be evaluated: ${String(error)}`
            : `the alert rule "${rule}" failed: ${String(error)}`,
        ),
    })
    yield* runtime.background(Effect.zipRight(whenReadable, watch.run))
    const unchecked = (error: unknown): void => complain(`budgets could not be checked: ${String(error)}`)
    const budgets = new BudgetWatch({ committer, clock, db, costs, reachOf, importing, onFired, onError: unchecked })
    yield* runtime.background(Effect.zipRight(whenReadable, budgets.run))

    return {
      services: {
        alerts: alertCommands(runner, randomUUID),
        budgets: budgetCommands({ run: runner.run, db, clock, costs, reachOf, newId: randomUUID }),
        webhooks: webhookCommands({ run: runner.run, clock, db, setups, deliver, newId: randomUUID }),
        retryOf: (target: string) => deliveries.retryOf(target),
        push,
        updates: updateCommands({
          clock,
          serial,
          version: parts.version,
          enabled: parts.updates,
          tell: (status) => parts.tell('update-status', status),
        }),
      },
      /** Waits until everything committed so far has been checked against the alert rules. */
      idle: watch.idle,
    }
  })
