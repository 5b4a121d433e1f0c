import { randomUUID } from 'node:crypto'
import { readingMark } from '../adapters/sqlite/reading-mark.js'
import { alertCommands } from '../commands/alerts.js'
import type { Clock } from '../commands/ports/clock.js'
import type { LogTail } from '../commands/ports/log-tail.js'
import { AlertWatch } from '../commands/reactors/alerts.js'
import type { Committer } from '../events/commit.js'
import { alertAnnouncer } from '../http/announce-alerts.js'
import type { LiveSocket } from '../http/ws.js'
import type { Db } from '../projections/sql.js'

const SWEEP_MS = 60_000

interface OutboundParts {
  readonly committer: Committer
  readonly clock: Clock
  readonly db: Db
  readonly log: LogTail
  readonly socket: LiveSocket
  /** Whether history is being read: its old sessions look silent until their ends are inferred. */
  readonly isImporting: () => boolean
  readonly complain: (line: string) => void
}

/** What tells people outside the dashboard: alerts. */
export const openOutbound = ({ committer, clock, db, log, socket, isImporting, complain }: OutboundParts) => {
  const watch = new AlertWatch({
    committer,
    clock,
    db,
    log,
    mark: readingMark(db, 'alerts'),
    onError: (error, rule) => complain(`the alert rule "${rule}" failed: ${String(error)}`),
  })
  const telling = committer.committed.subscribe(alertAnnouncer(db, socket))
  const failed = (error: unknown): void => complain(`alerts are not looked for: ${String(error)}`)
  const sweeps = setInterval(() => {
    if (!isImporting()) watch.sweep().catch(failed)
  }, SWEEP_MS)
  return {
    services: { alerts: alertCommands({ committer, clock, db, newId: randomUUID }) },
    /** Begins once the tables can be read. */
    start: (): void => void watch.start().catch(failed),
    /** Resolves when everything committed so far was looked at. */
    idle: () => watch.idle(),
    close: async (): Promise<void> => {
      clearInterval(sweeps)
      await watch.close()
      telling.unsubscribe()
    },
  }
}
