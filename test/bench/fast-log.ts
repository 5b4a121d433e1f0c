import { statSync } from 'node:fs'
import { eventIds } from '../../src/adapters/ids.js'
import { SqliteLog } from '../../src/adapters/sqlite/log.js'
import { openWriter, prepareDataDirectory } from '../../src/adapters/sqlite/open.js'
import { Projector } from '../../src/adapters/sqlite/projector.js'
import { Committer } from '../../src/events/commit.js'
import { projections } from '../../src/projections/registry.js'

export const monotonic = (): number => performance.now() / 1000

/** Opens a data directory to fill it. Commits like the service, but without HTTP and fsync, so that a large history takes minutes. */
export const openFastLog = (dataDir: string) => {
  const directory = prepareDataDirectory(dataDir)
  const connection = openWriter(directory, 'normal')
  connection.pragma('synchronous = off')
  connection.pragma('cache_size = -262144')
  const log = new SqliteLog(connection, eventIds())
  const projector = new Projector(connection, log, projections)
  projector.prepare()
  const committer = new Committer({
    log,
    project: (events, mode) => projector.project(events, mode),
    erase: () => undefined,
    monotonic,
  })
  return {
    committer,
    /** Returns the size of the database in bytes. */
    close: async (): Promise<number> => {
      await committer.close()
      connection.pragma('wal_checkpoint(TRUNCATE)')
      connection.close()
      return statSync(directory.database).size
    },
  }
}
