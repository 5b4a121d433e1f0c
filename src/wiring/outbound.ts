import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { httpOut } from '../adapters/http-client/http-out.js'
import { gitCheckout } from '../adapters/releases/git-checkout.js'
import { readingMark } from '../adapters/sqlite/reading-mark.js'
import { openVault } from '../adapters/vault/vault.js'
import { webPush } from '../adapters/web-push/web-push.js'
import { alertCommands } from '../commands/alerts/alerts.js'
import { deliverOnce } from '../commands/webhooks/deliver.js'
import type { Clock } from '../commands/ports/clock.js'
import type { LogTail } from '../commands/ports/log-tail.js'
import { pushCommands } from '../commands/push/push.js'
import { AlertWatch } from '../commands/reactors/alerts.js'
import { Deliveries } from '../commands/reactors/deliveries.js'
import { pushAlerts } from '../commands/reactors/push.js'
import { requestDeliveries } from '../commands/reactors/request-deliveries.js'
import type { CommandRunner } from '../commands/run.js'
import { updateCommands } from '../commands/service/updates.js'
import { webhookSetups } from '../commands/webhooks/setup.js'
import { webhookCommands } from '../commands/webhooks/webhooks.js'
import type { Committer } from '../events/commit.js'
import type { Tell } from '../http/live/announcer.js'
import type { Db } from '../projections/sql.js'

const SWEEP_MS = 60_000

interface OutboundParts {
  readonly runner: CommandRunner
  readonly committer: Committer
  readonly clock: Clock
  readonly db: Db
  readonly log: LogTail
  readonly tell: Tell
  readonly dataDir: string
  readonly version: string
  /** The folder the service runs from. */
  readonly root: string
  readonly childEnvironment: Readonly<Record<string, string>>
  /** Whether update checks are allowed. */
  readonly updates: boolean
  /** Whether history is being imported: its old sessions look silent until their ends are inferred. */
  readonly isImporting: () => boolean
  readonly complain: (line: string) => void
}

/** Opens everything that notifies users outside the dashboard: alerts, webhooks and web push. */
export const openOutbound = (parts: OutboundParts) => {
  const { runner, committer, clock, db, log, tell, dataDir, isImporting, complain } = parts
  const vault = openVault(join(dataDir, 'vault.json'), complain)
  const secretsFailed = (error: unknown): void => complain(`the vault could not be updated: ${String(error)}`)
  const setups = webhookSetups({ vault, db, onError: secretsFailed })
  const http = httpOut(clock)
  const deliver = deliverOnce({ http, setups, clock })
  const stopping = new AbortController()
  const push = pushCommands({
    run: runner.run,
    db,
    vault,
    http,
    push: webPush,
    signal: stopping.signal,
    onError: secretsFailed,
  })
  const watch = new AlertWatch({
    committer,
    clock,
    db,
    log,
    mark: readingMark(db, 'alerts'),
    onFired: requestDeliveries(db, clock),
    onError: (error, rule) => complain(`the alert rule "${rule}" failed: ${String(error)}`),
  })
  const deliveries = new Deliveries({
    committer,
    clock,
    db,
    deliver,
    later: (milliseconds, work) => {
      const timer = setTimeout(work, milliseconds)
      return () => clearTimeout(timer)
    },
    onError: (error) => complain(`a webhook could not be delivered: ${String(error)}`),
  })
  const pushing = committer.committed.subscribe(
    pushAlerts(push, (error) => complain(`an alert could not be pushed: ${String(error)}`)),
  )
  const failed = (error: unknown): void => complain(`alert rules could not be evaluated: ${String(error)}`)
  const sweeps = setInterval(() => {
    if (!isImporting()) watch.sweep().catch(failed)
  }, SWEEP_MS)
  const updates = updateCommands({
    releases: gitCheckout(parts.root, parts.childEnvironment),
    clock,
    version: parts.version,
    enabled: parts.updates,
    tell: (status) => tell('update-status', status),
  })
  return {
    services: {
      alerts: alertCommands(runner, randomUUID),
      webhooks: webhookCommands({ run: runner.run, clock, db, setups, deliver, newId: randomUUID }),
      retryOf: (target: string) => deliveries.retryOf(target),
      push,
      updates,
    },
    /** Starts once the tables can be read. */
    start: (): void => {
      void setups.settleAll()
      void push.settleAll()
      deliveries.start()
      watch.start().catch(failed)
    },
    /** Resolves when everything committed so far has been checked. */
    idle: () => watch.idle(),
    close: async (): Promise<void> => {
      clearInterval(sweeps)
      stopping.abort()
      await watch.close()
      await deliveries.close()
      pushing.unsubscribe()
    },
  }
}
