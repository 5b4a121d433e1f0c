import { chmodSync, existsSync, rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import { SqliteDb } from '../db.js'
import { openReader } from '../open.js'

/** Rises when the same log would leave other rows here: the file is then made anew. */
const VERSION = '4'

const DDL = `
create table state (version text not null, generation text not null);
create table progress (name text primary key, position integer not null) without rowid;
create virtual table event_text using fts5(
  body, content='', contentless_delete=1, detail=none, tokenize='trigram case_sensitive 0'
);
-- How far each conversation was read, its lines by their time, and the words of those.
create table talk (
  id integer primary key, stream integer not null, agent text not null, line integer not null, offset integer not null,
  shown text not null, unique (stream, agent)
);
create table talk_line (id integer primary key, talk integer not null, line integer not null, offset integer not null);
create index talk_line_talk on talk_line(talk);
create virtual table talk_text using fts5(
  body, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2'
);
-- What each session adds to the insights.
create table digest (
  stream integer primary key, status text not null, source text not null, provider text not null, counts text not null
);`

const CACHE_KB = 4096

/**
 * A database beside the service's for what is derived behind the log: it follows it in a thread of its own and may be
 * deleted at any time. The service's database is read from here and never written.
 */
export class SideFile {
  /** The service's database, with this one attached as `side`; read only. */
  readonly source: Database.Database
  readonly db: SqliteDb
  readonly own: Database.Database
  #generation = ''

  constructor(source: string, file: string) {
    this.own = openOwn(file)
    this.source = openReader(source)
    this.source.prepare('attach database ? as side').run(file)
    // Most of what is read here is read once: a larger cache takes memory and time.
    for (const database of ['main', 'side']) this.source.pragma(`${database}.cache_size = -${CACHE_KB}`)
    this.db = new SqliteDb(this.source)
    const state = this.own.prepare('select version, generation from state').get() as
      | { version: string; generation: string }
      | undefined
    this.#generation = this.#generationOfSource()
    if (state?.version !== VERSION || state.generation !== this.#generation) this.#startOver()
  }

  close(): void {
    this.source.close()
    this.own.close()
  }

  /** Whether the tables were built anew since the last look: everything here is then of the past, and was deleted. */
  isOutdated(): boolean {
    if (this.#generationOfSource() === this.#generation) return false
    this.#startOver()
    return true
  }

  /** Up to where in the log a follower has come. */
  position(name: string): number {
    const row = this.own.prepare('select position from progress where name = ?').get(name) as
      | { position: number }
      | undefined
    return row?.position ?? 0
  }

  setPosition(name: string, position: number): void {
    this.own.prepare('insert or replace into progress values (?, ?)').run(name, position)
  }

  /** The newest position of the log. */
  head(): number {
    return (this.source.prepare('select coalesce(max(position), 0) as head from log').get() as { head: number }).head
  }

  /** One consistent view of the service's database. */
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
        'delete from state; delete from progress; delete from digest; delete from talk; delete from talk_line',
      )
      this.own.prepare('insert into state values (?, ?)').run(VERSION, this.#generation)
    })()
  }
}

const openOwn = (file: string): Database.Database => {
  try {
    return prepared(file)
  } catch {
    // Broken, or of another release: it holds nothing that cannot be read again.
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
    own.pragma(`cache_size = -${CACHE_KB}`)
    const tables = own
      .prepare(`select count(*) as n from sqlite_master where name in ('state', 'digest', 'talk')`)
      .get() as {
      n: number
    }
    if (tables.n > 0 && tables.n < 3) throw new Error('of another release')
    if (tables.n === 0) own.exec(DDL)
    for (const suffix of ['', '-wal', '-shm']) if (existsSync(file + suffix)) chmodSync(file + suffix, 0o600)
    return own
  } catch (error) {
    own.close()
    throw error
  }
}
