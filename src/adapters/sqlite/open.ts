import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { versionIn } from './header.js'

/** Why a data directory cannot be used: one line for the person who starts the service, nothing was written. */
export class CannotOpen extends Error {}

export const DATABASE_FILE = 'switchyard.db'
/** Kernel schema: log, streams, bookkeeping. Projections carry versions of their own. */
const KERNEL_VERSION = 1

// A checkpoint racing a commit could corrupt the file in every release before.
const MIN_SQLITE = [3, 51, 3] as const

const KERNEL_DDL = `
create table stream (id integer primary key, name text not null unique);
-- The source of truth. Rows are only ever appended, and deleted only by an honest erasure.
-- A position is never reused: an erasure first appends the record of itself, which stays, so the newest row is never
-- deleted. (Autoincrement would write one page more with every commit.) A ULID is unique because one factory makes them.
create table log (
  position integer primary key,
  id text not null,
  stream integer not null references stream(id),
  version integer not null,
  type text not null,
  schema integer not null,
  occurred_at real not null,
  source text not null,
  origin text,
  actor text not null,
  cause text,
  correlation text,
  dedup blob,
  data text not null
);
create trigger log_newest_stays before delete on log when old.position = (select max(position) from log)
begin select raise(abort, 'the newest row of the log stays, or its position would be given again'); end;
-- One index finds a stream's rows and keeps what arrives twice single; facts without an identity have no dedup key.
create unique index log_stream on log(stream, dedup);
create table projection_state (name text primary key, version integer not null, position integer not null);
create table parked (projection text not null, position integer not null, error text not null, primary key (projection, position));
-- How far transcript files were read. Losing this table costs a re-read, never a fact.
create table transcript_file (
  path text primary key,
  provider text not null,
  session text not null,
  agent text,
  size integer not null,
  mtime real not null,
  inode integer not null,
  cursor_offset integer not null,
  cursor_line integer not null,
  head text not null,
  state text not null,
  line_index text not null,
  skipped integer not null default 0,
  archived integer not null default 0
);
create index transcript_file_session on transcript_file(session, agent);
create index transcript_file_unarchived on transcript_file(mtime) where archived < cursor_offset;
create table meta (key text primary key, value text not null);
`

// What the kernel keeps since then, in databases of before too.
const LATER_DDL = `
-- Sessions of a bundle that are not taken whole yet.
create table if not exists partly_taken (session text primary key, parts integer not null, digest text not null)
  without rowid;
`

const assertSqlite = (connection: Database.Database): void => {
  const { version } = connection.prepare('select sqlite_version() as version').get() as { version: string }
  const parts = version.split('.').map(Number)
  const tooOld = MIN_SQLITE.findIndex((least, i) => parts[i] !== least)
  if (tooOld >= 0 && (parts[tooOld] ?? 0) < (MIN_SQLITE[tooOld] ?? 0)) {
    throw new CannotOpen(
      `SQLite ${version} is too old: at least ${MIN_SQLITE.join('.')} is needed; reinstall better-sqlite3`,
    )
  }
}

export interface DataDirectory {
  readonly path: string
  readonly database: string
}

/** Creates the data directory with private modes; a newer database in it, or what is none, is refused untouched. */
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
    if (version === null) throw new CannotOpen(damageOf(database, 'it does not begin as a database does'))
    refuseNewer(database, version)
  }
  return { path, database }
}

const refuseNewer = (database: string, version: number): void => {
  if (version <= KERNEL_VERSION) return
  throw new CannotOpen(`${database} was written by a newer release; it is left untouched`)
}

const damageOf = (database: string, reason: string): string =>
  `${database} is damaged (${reason}): put a copy of it back, or move it and its -wal and -shm away and start again, and the ` +
  'history is imported anew from the transcripts'

/** What to do about a failure, where the database itself is damaged: one line with its path. */
export const explainDamage = (error: unknown, database: string): string | null =>
  error instanceof Database.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code)
    ? damageOf(database, error.message)
    : null

/** Opens the database for writing. The caller holds the writer lock of the data directory. */
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
    // This order matters on a new file: auto_vacuum set after WAL silently does nothing.
    // A commit writes whole pages of the write-ahead log, and a lone hook touches about twenty.
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
  if (fresh) {
    connection.transaction(() => {
      connection.exec(KERNEL_DDL)
      connection.pragma(`user_version = ${KERNEL_VERSION}`)
    })()
  }
  connection.exec(LATER_DDL)
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(directory.database + suffix)) chmodSync(directory.database + suffix, 0o600)
  }
}

/** A second connection that can only read: heavy queries, verification. */
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
