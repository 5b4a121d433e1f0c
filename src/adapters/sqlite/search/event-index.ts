import { chmodSync, existsSync, rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import type { Visibility } from '../../../domain/access/visibility.js'
import {
  countEventsAfter,
  type EventPage,
  type EventSearch,
  findEvents,
  type Found,
  pageOf,
  type TextIndex,
} from '../../../projections/queries/event-search.js'
import { countEvents, PAYLOAD_TEXT } from '../../../projections/queries/events.js'
import { SqliteDb } from '../db.js'
import { openReader } from '../open.js'

/** Rises when the same rows would be indexed otherwise: the index is then made anew. */
const VERSION = '1'
const SLICE = 500
const CACHED_SEARCHES = 64
const EVERYTHING = { sources: [], providers: [] }

const DDL = `
create table state (version text not null, generation text not null, position integer not null);
create virtual table event_text using fts5(
  body, content='', contentless_delete=1, detail=none, tokenize='trigram case_sensitive 0'
);`

const MOST_TRIGRAMS = 24

/** The trigrams of a text, which whoever holds the text holds too; of a long text some of them, as far apart as can be. */
export const expressionOf = (text: string): string | null => {
  const letters = Array.from(text)
  if (letters.length < 3 || text.includes('\0')) return null
  const count = letters.length - 2
  const step = Math.max(1, count / MOST_TRIGRAMS)
  const phrases = new Set<string>()
  for (let i = 0; i < count; i += step) {
    const at = Math.floor(i)
    phrases.add(
      `"${letters
        .slice(at, at + 3)
        .join('')
        .replaceAll('"', '""')}"`,
    )
  }
  return [...phrases].join(' AND ')
}

interface Remembered extends Found {
  readonly upTo: number
  /** Events there were in all. */
  readonly events: number
}

/**
 * The text index of the event list: trigrams in a database of its own, which follows the log and may be deleted at any
 * time. It reads the service's database and never writes it.
 */
export class EventIndex {
  readonly #index: Database.Database
  readonly #source: Database.Database
  readonly #db: SqliteDb
  readonly #remembered = new Map<string, Remembered>()
  #generation = ''

  constructor(
    source: string,
    private readonly file: string,
  ) {
    this.#index = openIndex(file)
    this.#source = openReader(source)
    this.#source.prepare('attach database ? as search').run(file)
    this.#db = new SqliteDb(this.#source)
    this.#generation = this.#generationOfSource()
    this.#startOver(false)
  }

  close(): void {
    this.#source.close()
    this.#index.close()
  }

  /** Takes the next rows of the log in; false when there are none. */
  advance(): boolean {
    if (this.#generationOfSource() !== this.#generation) this.#startOver(true)
    const after = this.position
    const rows = this.#source
      .prepare<unknown[], { id: number; body: string | null }>(
        `select l.position as id, e.summary || char(10) || coalesce(e.tool, '') || char(10) || ${PAYLOAD_TEXT} as body
         from log l left join p_event e on e.at = cast(l.occurred_at as integer) and e.id = l.position
         where l.position > ? order by l.position limit ${SLICE}`,
      )
      .all(after)
    const last = rows.at(-1)?.id
    if (last === undefined) return false
    const insert = this.#index.prepare('insert into event_text (rowid, body) values (?, ?)')
    this.#index.transaction(() => {
      for (const { id, body } of rows) if (body !== null) insert.run(id, body)
      this.#index.prepare('update state set position = ?').run(last)
    })()
    return true
  }

  /** Up to where the log is in the index. */
  get position(): number {
    return (this.#index.prepare('select position from state').get() as { position: number }).position
  }

  /** Forgets rows that were erased from the log, for good: no part of their text stays in the file. */
  forget(positions: readonly number[]): void {
    const remove = this.#index.prepare('delete from event_text where rowid = ?')
    this.#index.transaction(() => {
      for (const position of positions) remove.run(position)
      // A deletion is only a note until the segments that hold the text are written anew.
      this.#index.exec(`insert into event_text (event_text) values ('optimize')`)
    })()
    this.#index.pragma('wal_checkpoint(TRUNCATE)')
    this.#remembered.clear()
  }

  /**
   * A page of the events that hold a text, newest first, with their exact number. A search asked for again looks only at
   * what came since, unless events went.
   */
  find(visibility: Visibility, query: EventSearch): EventPage {
    this.#source.exec('begin')
    try {
      const found = this.#found(visibility, query)
      return pageOf(this.#db, found, query)
    } finally {
      this.#source.exec('commit')
    }
  }

  #found(visibility: Visibility, query: EventSearch): Found {
    const index: TextIndex = { position: this.position, expression: expressionOf }
    const key = JSON.stringify([visibility, { ...query, limit: 0, offset: 0 }])
    const head = (this.#source.prepare('select coalesce(max(position), 0) as head from log').get() as { head: number })
      .head
    const events = countEvents(this.#db, visibility, EVERYTHING)
    const known = this.#remembered.get(key)
    const found =
      known === undefined || !this.#isComplete(visibility, known, query, events)
        ? findEvents(this.#db, index, visibility, query)
        : joined(known, findEvents(this.#db, index, visibility, query, known.upTo))
    this.#remembered.delete(key)
    this.#remembered.set(key, { ...found, upTo: head, events })
    for (const oldest of this.#remembered.keys()) {
      if (this.#remembered.size <= CACHED_SEARCHES) break
      this.#remembered.delete(oldest)
    }
    return found
  }

  /** Whether what is remembered still holds: no event of before went away, and it reaches as far as is asked for. */
  #isComplete(visibility: Visibility, known: Remembered, { limit, offset }: EventSearch, events: number): boolean {
    const reaches = known.newest.length === known.total || known.newest.length >= limit + offset
    return reaches && events === known.events + countEventsAfter(this.#db, visibility, known.upTo)
  }

  #generationOfSource(): string {
    const row = this.#source.prepare(`select value from meta where key = 'built'`).get() as
      | { value: string }
      | undefined
    return row?.value ?? '0'
  }

  /** Empties the index when it was made of other tables than those of today. */
  #startOver(always: boolean): void {
    const state = this.#index.prepare('select version, generation from state').get() as
      | { version: string; generation: string }
      | undefined
    this.#generation = this.#generationOfSource()
    if (!always && state?.version === VERSION && state.generation === this.#generation) return
    this.#index.transaction(() => {
      this.#index.exec(`insert into event_text (event_text) values ('delete-all')`)
      this.#index.exec('delete from state')
      this.#index.prepare('insert into state values (?, ?, 0)').run(VERSION, this.#generation)
    })()
    this.#remembered.clear()
  }
}

const joined = (known: Found, fresh: Found): Found => ({
  total: known.total + fresh.total,
  newest: [...fresh.newest, ...known.newest].toSorted((a, b) => b.at - a.at || b.id - a.id),
})

const openIndex = (file: string): Database.Database => {
  try {
    return prepared(file)
  } catch {
    // Broken or of another kind: it holds nothing that cannot be read again.
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
    return prepared(file)
  }
}

const prepared = (file: string): Database.Database => {
  const index = new Database(file, { timeout: 5000 })
  try {
    index.pragma('journal_mode = wal')
    index.pragma('synchronous = normal')
    index.pragma('secure_delete = on')
    index.pragma('cache_size = -4096')
    const tables = index.prepare(`select count(*) as n from sqlite_master where name = 'state'`).get() as { n: number }
    if (tables.n === 0) index.exec(DDL)
    for (const suffix of ['', '-wal', '-shm']) if (existsSync(file + suffix)) chmodSync(file + suffix, 0o600)
    return index
  } catch (error) {
    index.close()
    throw error
  }
}
