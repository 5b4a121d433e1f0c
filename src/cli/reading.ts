import { systemVisibility } from '../domain/access/system-visibility.js'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '../adapters/clock.js'
import { systemProcesses } from '../adapters/process/processes.js'
import { SqliteDb } from '../adapters/sqlite/db.js'
import { DATABASE_FILE, openReader } from '../adapters/sqlite/open.js'
import type { Config } from '../config.js'
import type { Visibility } from '../domain/access/visibility.js'
import { type PriceBook, Prices } from '../projections/pricing/price-book.js'
import { projections } from '../projections/registry.js'
import type { Reader } from '../projections/sql.js'
import { Failure } from './exit.js'

/** The inputs of a report. */
export interface Reading {
  readonly db: Reader
  readonly book: PriceBook
  readonly visibility: Visibility
  readonly now: number
  readonly isAlive: (pid: number) => boolean | null
}

/** Reads one snapshot of the tables, whether the service runs or not; null when there is no database yet. */
export const reading = <A>(config: Config, work: (parts: Reading) => A): A | null => {
  const file = join(config.dataDir, DATABASE_FILE)
  if (!existsSync(file)) return null
  const connection = openReader(file)
  try {
    connection.exec('begin')
    const db = new SqliteDb(connection)
    refuseOtherTables(db)
    const clock = systemClock()
    const processes = systemProcesses(clock)
    return work({
      db,
      book: new Prices(db, () => true).book,
      visibility: systemVisibility,
      now: clock.now(),
      isAlive: (pid) => (config.liveness ? processes.isAlive(pid) : null),
    })
  } finally {
    connection.close()
  }
}

const refuseOtherTables = (db: Reader): void => {
  const built = db.all<{ name: string; version: number }>('select name, version from projection_state')
  const versions = new Map(built.map(({ name, version }) => [name, version]))
  if (projections.every(({ name, version }) => versions.get(name) === version)) return
  throw new Failure('the tables were built by another release: start the service or run switchyard rebuild')
}
