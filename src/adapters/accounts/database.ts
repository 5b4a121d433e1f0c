import { chmodSync, closeSync, existsSync, openSync, renameSync } from 'node:fs'
import Database from 'better-sqlite3'

const PRIVATE = 0o600

/** What each release added. The version of the database is the number of steps that it has taken. */
const STEPS: readonly string[] = [
  'create table secret (name text primary key, sealed blob not null) strict, without rowid',
  // Ids are not given again: what an open page holds must not become the login of somebody else.
  `create table login (
     id integer primary key autoincrement, user integer not null, digest text not null unique, created real not null,
     used real not null, address text not null, agent text not null
   ) strict;
   create index login_user on login(user);
   create table login_address (user integer not null, address text not null, at real not null, primary key (user, address))
     strict, without rowid;
   create table attempt (kind text not null, key text not null, at real not null) strict;
   create index attempt_key on attempt(kind, key, at);
   create table token (kind text not null, id text not null, digest text not null unique, used real, primary key (kind, id))
     strict, without rowid;`,
]

/**
 * Opens the database of secrets: a file of its own that only the service's account can read. What is deleted from it is
 * overwritten. A damaged file is moved aside, and `complain` says what must be entered again.
 * @throws if a newer release has written the file, which is not changed then
 */
export const openAccounts = (path: string, complain: (line: string) => void): Database.Database => {
  try {
    return opened(path)
  } catch (error) {
    if (!(error instanceof Database.SqliteError) || !/^SQLITE_(?:CORRUPT|NOTADB)/.test(error.code)) throw error
  }
  const aside = `${path}.broken`
  renameSync(path, aside)
  complain(
    `${path} cannot be read and was moved to ${aside}: webhooks, push and the logins for git must be set up again, and users need new passwords`,
  )
  return opened(path)
}

const opened = (path: string): Database.Database => {
  // SQLite gives its journal the mode of the database, so the file must have it before the first write.
  if (!existsSync(path)) closeSync(openSync(path, 'wx', PRIVATE))
  chmodSync(path, PRIVATE)
  const db = new Database(path)
  try {
    db.pragma('secure_delete = on')
    db.pragma('synchronous = full')
    // A write-ahead log would keep deleted values until it is truncated.
    db.pragma('journal_mode = delete')
    migrate(db, path)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

const migrate = (db: Database.Database, path: string): void => {
  const version = Number(db.pragma('user_version', { simple: true }))
  if (version > STEPS.length) throw new Error(`${path} was written by a newer release: update Switchyard`)
  db.transaction(() => {
    for (const step of STEPS.slice(version)) db.exec(step)
    db.pragma(`user_version = ${STEPS.length}`)
  }).immediate()
}
