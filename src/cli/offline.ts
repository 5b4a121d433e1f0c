import { systemClock } from '../adapters/clock.js'
import { eventIds } from '../adapters/ids.js'
import { type Checkpointer, openCheckpointer } from '../adapters/sqlite/checkpointer.js'
import { eraser } from '../adapters/sqlite/erase.js'
import { SqliteLog } from '../adapters/sqlite/log.js'
import { openWriter, prepareDataDirectory } from '../adapters/sqlite/open.js'
import { Projector } from '../adapters/sqlite/projector.js'
import { takeWriterLock } from '../adapters/sqlite/writer-lock.js'
import { type CommandRunner, commandRunner } from '../commands/kernel/run.js'
import { type ServiceJournal, serviceJournal } from '../commands/service/journal.js'
import type { Config } from '../config.js'
import { Committer } from '../events/commit.js'
import { projections } from '../projections/registry.js'
import { say } from './output.js'

interface Offline {
  readonly runner: CommandRunner
  readonly committer: Committer
  readonly journal: ServiceJournal
  readonly projector: Projector
  readonly checkpointer: Checkpointer
}

/** Runs work on the data directory while no service runs. The lock refuses when one does. */
export const offline = async <A>(config: Config, work: (parts: Offline) => Promise<A>): Promise<A> => {
  const directory = prepareDataDirectory(config.dataDir)
  const lock = takeWriterLock(config.dataDir)
  const connection = openWriter(directory, config.durability)
  const checkpointer = openCheckpointer(connection, directory.database, say)
  const log = new SqliteLog(connection, eventIds())
  const clock = systemClock()
  const { monotonic } = clock
  const projector = new Projector(connection, log, projections, { ...checkpointer, monotonic })
  const committer = new Committer({
    log,
    project: (events, mode) => projector.project(events, mode),
    erase: eraser(connection, log, projector, () => undefined),
    monotonic,
  })
  const runner = commandRunner({ committer, clock, db: projector.db })
  try {
    return await work({
      runner,
      committer,
      journal: serviceJournal(runner),
      projector,
      checkpointer,
    })
  } finally {
    await committer.close()
    await checkpointer.close()
    connection.pragma('wal_checkpoint(TRUNCATE)')
    connection.close()
    lock.release()
  }
}
