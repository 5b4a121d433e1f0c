import { chmodSync, existsSync, rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import { SqliteDb } from '../db.js'
import { ddlDigest } from '../ddl-digest.js'
import { openReader } from '../open.js'

/** Increase when the same log gives other rows in this file. Files of another version, or with other tables, are replaced. */
const ROWS_VERSION = 13

const DDL = `
create table state (version text not null, generation text not null);
create table progress (name text primary key, position integer not null) without rowid;
create virtual table event_text using fts5(
  body, content='', contentless_delete=1, detail=none, tokenize='trigram case_sensitive 0'
);
-- The cursor of each conversation, its lines, and their full-text index.
create table talk (
  id integer primary key, stream integer not null, agent text not null, line integer not null, offset integer not null,
  shown text not null, unique (stream, agent)
);
create table talk_line (
  id integer primary key, talk integer not null, line integer not null, offset integer not null, speaker integer not null
);
create index talk_line_talk on talk_line(talk);
create virtual table talk_text using fts5(
  body, tools, files, letters, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2'
);
-- The contribution of each session to the insights.
create table digest (
  stream integer primary key, owner text not null, status text not null, source text not null, provider text not null, counts text not null
);
-- What happened in each session by quarter hour and topic: the names of its counters, and the packed counts.
create table session_count (
  stream integer primary key, owner text not null, status text not null, source text not null, provider text not null,
  cwd text, model text, main_status text, first integer not null, last integer not null
);
create table session_cells (
  stream integer not null, topic text not null, names text not null, cells blob not null, primary key (stream, topic)
) without rowid;`

const VERSION = `${ROWS_VERSION}-${ddlDigest({ ddl: [DDL] })}`
const CACHE_KB = 4096

/**
 * A database beside the service's for data derived from the log. A separate thread keeps it up to date, and it may be deleted
 * at any time. The service's database is only read from here.
 */
export class SideFile {
  /** The service's database, read only, with this one attached as `side`. */
  readonly source: Database.Database
  readonly db: SqliteDb
  readonly own: Database.Database
  #generation = ''

  constructor(source: string, file: string) {
    this.own = openOwn(file)
    this.source = openReader(source)
    this.source.prepare('attach database ? as side').run(file)
    // Most pages are read once: a larger cache costs memory and time.
    for (const database of ['main', 'side']) this.source.pragma(`${database}.cache_size = -${CACHE_KB}`)
    this.db = new SqliteDb(this.source)
    const state = this.own.prepare('select generation from state').get() as { generation: string } | undefined
    this.#generation = this.#generationOfSource()
    if (state?.generation !== this.#generation) this.#startOver()
  }

  close(): void {
    this.source.close()
    this.own.close()
  }

  /** Whether the tables were rebuilt since the last check. If so, all derived data was outdated and has been deleted. */
  isOutdated(): boolean {
    if (this.#generationOfSource() === this.#generation) return false
    this.#startOver()
    return true
  }

  /** Returns the last log position that a follower processed. */
  position(name: string): number {
    const row = this.own.prepare('select position from progress where name = ?').get(name) as
      | { position: number }
      | undefined
    return row?.position ?? 0
  }

  setPosition(name: string, position: number): void {
    this.own.prepare('insert or replace into progress values (?, ?)').run(name, position)
  }

  /** Returns the newest position of the log. */
  head(): number {
    return (this.source.prepare('select coalesce(max(position), 0) as head from log').get() as { head: number }).head
  }

  /** Runs `work` on one consistent snapshot of the service's database. */
  reading<A>(work: () => A): A {
    this.source.exec('begin')
    try {
      return work()
    } finally {
      this.source.exec('commit')
    }
  }

  #generationOfSource(): string {
    const row = this.source.prepare(`select value from meta where key = 'built'`).get() as { value: string } | undefined
    return row?.value ?? ''
  }

  #startOver(): void {
    this.#generation = this.#generationOfSource()
    this.own.transaction(() => {
      this.own.exec(`insert into event_text (event_text) values ('delete-all')`)
      this.own.exec(`insert into talk_text (talk_text) values ('delete-all')`)
      this.own.exec(
        'delete from state; delete from progress; delete from digest; delete from session_count; delete from session_cells; delete from talk; delete from talk_line',
      )
      this.own.prepare('insert into state values (?, ?)').run(VERSION, this.#generation)
    })()
  }
}

const openOwn = (file: string): Database.Database => {
  try {
    return prepared(file)
  } catch {
    // Corrupt, or from another release: delete it, since everything can be derived again.
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
    return prepared(file)
  }
}

const prepared = (file: string): Database.Database => {
  const own = new Database(file, { timeout: 5000 })
  try {
    own.pragma('journal_mode = wal')
    own.pragma('synchronous = normal')
    own.pragma('secure_delete = on')
    // Starting over deletes all rows in one transaction, whose log would stay that long.
    own.pragma('journal_size_limit = 16777216')
    own.pragma(`cache_size = -${CACHE_KB}`)
    if (own.prepare('select 1 from sqlite_master').get() === undefined) own.exec(DDL)
    else if (own.prepare('select 1 from state where version = ?').get(VERSION) === undefined) {
      throw new Error('of another release')
    }
    for (const suffix of ['', '-wal', '-shm']) if (existsSync(file + suffix)) chmodSync(file + suffix, 0o600)
    return own
  } catch (error) {
    own.close()
    throw error
  }
}
