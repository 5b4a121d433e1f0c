import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { versionIn } from './header.js'
import { KERNEL_VERSION, migrateKernel } from './kernel-schema.js'

/** The data directory cannot be used. The message is one line for the person who starts the service; nothing was written. */
export class CannotOpen extends Error {}

export const DATABASE_FILE = 'switchyard.db'

// In earlier SQLite releases, a checkpoint that races a commit could corrupt the file.
const MIN_SQLITE = [3, 51, 3] as const

const assertSqlite = (connection: Database.Database): void => {
  const { version } = connection.prepare('select sqlite_version() as version').get() as { version: string }
  const parts = version.split('.').map(Number)
  const tooOld = MIN_SQLITE.findIndex((least, i) => parts[i] !== least)
  if (tooOld >= 0 && (parts[tooOld] ?? 0) < (MIN_SQLITE[tooOld] ?? 0)) {
    throw new CannotOpen(
      `SQLite ${version} is too old: ${MIN_SQLITE.join('.')} or newer is required; reinstall better-sqlite3`,
    )
  }
}

export interface DataDirectory {
  readonly path: string
  readonly database: string
}

/** Creates the data directory with private modes. Refuses a newer database, or a file that is not one, without touching it. */
export const prepareDataDirectory = (path: string): DataDirectory => {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    chmodSync(path, 0o700)
  } catch (error) {
    throw new CannotOpen(`the data directory ${path} cannot be used: ${(error as Error).message} (SVC_DATA_DIR)`)
  }
  const database = join(path, DATABASE_FILE)
  if (existsSync(database)) {
    const version = versionIn(database)
    if (version === null) throw new CannotOpen(damageOf(database, 'not a SQLite database'))
    refuseNewer(database, version)
  }
  return { path, database }
}

const refuseNewer = (database: string, version: number): void => {
  if (version <= KERNEL_VERSION) return
  throw new CannotOpen(`${database} was written by a newer release and was not changed: update Switchyard`)
}

const damageOf = (database: string, reason: string): string =>
  `${database} is damaged (${reason}): restore a backup, or move it and its -wal and -shm files away and restart, and the ` +
  'history is imported again from the transcripts'

/** Returns one line with the path and what to do when the error means a damaged database; null for any other error. */
export const explainDamage = (error: unknown, database: string): string | null =>
  error instanceof Database.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code)
    ? damageOf(database, error.message)
    : null

/** Opens the database for writing. The caller must hold the writer lock of the data directory. */
export const openWriter = (directory: DataDirectory, durability: 'full' | 'normal'): Database.Database => {
  const connection = openAt(directory.database, false)
  try {
    prepare(connection, directory, durability)
    return connection
  } catch (error) {
    connection.close()
    throw explained(error, directory.database)
  }
}

const explained = (error: unknown, database: string): unknown =>
  error instanceof Database.SqliteError
    ? new CannotOpen(explainDamage(error, database) ?? `${database} cannot be opened: ${error.message}`)
    : error

const prepare = (connection: Database.Database, directory: DataDirectory, durability: 'full' | 'normal'): void => {
  assertSqlite(connection)
  const fresh = (connection.pragma('user_version', { simple: true }) as number) === 0
  if (fresh) {
    // This order matters on a new file: auto_vacuum set after WAL silently has no effect. A commit writes whole pages of the
    // write-ahead log, and a single hook touches about twenty.
    connection.pragma('page_size = 4096')
    connection.pragma('auto_vacuum = incremental')
  }
  connection.pragma('journal_mode = wal')
  connection.pragma(`synchronous = ${durability}`)
  connection.pragma('secure_delete = on')
  connection.pragma('foreign_keys = off')
  connection.pragma('mmap_size = 0')
  connection.pragma('cache_size = -24576')
  connection.pragma('temp_store = memory')
  connection.pragma('journal_size_limit = 67108864')
  const level = connection.pragma('synchronous', { simple: true })
  if (level !== (durability === 'full' ? 2 : 1))
    throw new CannotOpen(`synchronous is ${String(level)}, not ${durability}`)
  migrateKernel(connection)
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(directory.database + suffix)) chmodSync(directory.database + suffix, 0o600)
  }
}

/** Opens a second, read-only connection, for heavy queries and verification. */
export const openReader = (file: string): Database.Database => {
  const connection = openAt(file, true)
  try {
    refuseNewer(file, connection.pragma('user_version', { simple: true }) as number)
    connection.pragma('mmap_size = 0')
    return connection
  } catch (error) {
    connection.close()
    throw explained(error, file)
  }
}

const openAt = (file: string, readonly: boolean): Database.Database => {
  try {
    return new Database(file, { readonly, fileMustExist: readonly, timeout: 5000 })
  } catch (error) {
    throw new CannotOpen(`${file} cannot be opened: ${(error as Error).message}`)
  }
}
