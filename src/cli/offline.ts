import type Database from 'better-sqlite3'
import { eventIds } from '../adapters/ids.js'
import { type Checkpointer, openCheckpointer } from '../adapters/sqlite/checkpointer.js'
import { SqliteLog } from '../adapters/sqlite/log.js'
import { openWriter, prepareDataDirectory } from '../adapters/sqlite/open.js'
import { Projector } from '../adapters/sqlite/projector.js'
import { takeWriterLock } from '../adapters/sqlite/writer-lock.js'
import type { Config } from '../config.js'
import { projections } from '../projections/registry.js'

export interface Offline {
  readonly connection: Database.Database
  readonly log: SqliteLog
  readonly projector: Projector
  readonly checkpointer: Checkpointer
}

/** Works on the data directory while no service does: the lock refuses when one runs. */
export const offline = async <A>(config: Config, work: (parts: Offline) => Promise<A>): Promise<A> => {
  const directory = prepareDataDirectory(config.dataDir)
  const lock = takeWriterLock(config.dataDir)
  const connection = openWriter(directory, config.durability)
  const checkpointer = openCheckpointer(connection, directory.database)
  try {
    const log = new SqliteLog(connection, eventIds())
    return await work({ connection, log, projector: new Projector(connection, log, projections), checkpointer })
  } finally {
    await checkpointer.close()
    connection.pragma('wal_checkpoint(TRUNCATE)')
    connection.close()
    lock.release()
  }
}
