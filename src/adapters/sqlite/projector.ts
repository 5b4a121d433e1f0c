import type Database from 'better-sqlite3'
import { reject } from '../../domain/rejection.js'
import type { Recorded } from '../../events/envelope.js'
import type { LogStore } from '../../events/log.js'
import type { Erasure, Projection, Touched } from '../../projections/define.js'
import { nothingTouched } from '../../projections/define.js'
import { type Parked, project, projectSwiftly } from '../../projections/runner.js'
import { SqliteDb } from './db.js'
import { readLog } from './log.js'

export interface RebuildProgress {
  readonly position: number
  readonly head: number
}

export interface RebuildResult {
  readonly events: number
  readonly parked: number
  /** Events of a kind or version this release does not know. */
  readonly unknown: number
}

// One slice holds the thread for about as long as a few group commits; hooks pass between slices.
const SLICE = 500

/**
 * Keeps the projection tables. A projection whose version differs from what built its tables is built anew beside the
 * old ones, from the log, while hooks go on being appended, and swapped in within one transaction.
 */
export class Projector {
  readonly db: SqliteDb
  #ready = false
  #rebuilding = false

  constructor(
    private readonly connection: Database.Database,
    private readonly log: LogStore,
    private readonly projections: readonly Projection[],
  ) {
    this.db = new SqliteDb(connection)
  }

  /** Whether the tables can be read: false from a start with outdated tables until their rebuild is swapped in. */
  get ready(): boolean {
    return this.#ready
  }

  /** Creates the tables of an empty log; says whether the tables at hand are those of this release. */
  prepare(): boolean {
    const built = this.db.all<{ name: string; version: number }>('select name, version from projection_state')
    if (built.length === 0 && readLog(this.connection).head() === 0) {
      this.connection.transaction(() => {
        for (const statement of this.projections.flatMap(({ ddl }) => ddl)) this.connection.exec(statement)
        this.#remember()
      })()
      this.#ready = true
      return true
    }
    const versions = new Map(built.map(({ name, version }) => [name, version]))
    this.#ready =
      versions.size === this.projections.length &&
      this.projections.every(({ name, version }) => versions.get(name) === version)
    return this.#ready
  }

  /** Applies appended events inside the open transaction. While outdated tables wait for their rebuild: nothing. */
  project(events: readonly Recorded[], mode: 'swift' | 'isolated'): Touched {
    if (!this.#ready) return nothingTouched()
    if (mode === 'swift') return projectSwiftly(this.projections, events, this.db)
    return project(this.projections, events, this.db, this.log, (parked) => this.#park(parked))
  }

  /** Takes streams out of the tables, inside the open transaction. */
  clear(erasure: Erasure): void {
    // A rebuild has read part of the log already: it would bring back what is erased now.
    if (this.#rebuilding || !this.#ready) throw reject('EREBUILDING', 'the tables are being rebuilt')
    for (const { clear } of this.projections) clear(erasure, this.db)
  }

  /**
   * Builds all tables from the log beside the live ones and swaps them in. Yields to the event loop between slices, and
   * rejects there when `stop` was given.
   */
  async rebuild(onProgress: (progress: RebuildProgress) => void, stop?: AbortSignal): Promise<RebuildResult> {
    if (this.#rebuilding) throw new Error('a rebuild is under way')
    this.#rebuilding = true
    try {
      return await this.#rebuildAndSwap(onProgress, stop)
    } finally {
      this.#rebuilding = false
    }
  }

  async #rebuildAndSwap(
    onProgress: (progress: RebuildProgress) => void,
    stop: AbortSignal | undefined,
  ): Promise<RebuildResult> {
    const { connection, projections, log } = this
    this.#dropLeftovers()
    const suffix = `__${this.#nextGeneration()}`
    const tables = new Set(projections.flatMap((projection) => projection.tables))
    const shadow = new SqliteDb(connection, { tables, suffix })
    connection.transaction(() => {
      for (const statement of projections.flatMap(({ ddl }) => ddl)) connection.exec(shadow.named(statement))
    })()
    const reader = readLog(connection)
    const parked: Parked[] = []
    const result = { events: 0, unknown: 0 }
    let position = 0
    const slice = (): number => {
      const page = reader.after(position, SLICE)
      project(projections, page.events, shadow, log, (bad) => parked.push(bad))
      result.events += page.events.length
      result.unknown += page.unknown
      const read = page.last - position
      position = page.last
      return read
    }
    for (;;) {
      const head = reader.head()
      if (head - position <= SLICE) break
      this.#inTransaction(slice)
      onProgress({ position, head })
      await new Promise<void>((resolve) => {
        setImmediate(resolve)
      })
      stop?.throwIfAborted()
    }
    this.#inTransaction(() => {
      while (slice() > 0) {
        // The rest, while nothing can be appended.
      }
      this.#swap(tables, suffix)
      connection.exec('delete from parked')
      for (const bad of parked) this.#park(bad)
    })
    this.#ready = true
    onProgress({ position, head: position })
    return { ...result, parked: parked.length }
  }

  /** Rows left out because a projection could not digest an event. */
  parked(): readonly Parked[] {
    return this.db.all<Parked & Record<string, never>>(
      'select projection, position, error from parked order by position',
    )
  }

  #swap(tables: ReadonlySet<string>, suffix: string): void {
    const { connection } = this
    for (const table of this.#tablesLike('p\\_%')) if (!table.includes('__')) connection.exec(`drop table ${table}`)
    for (const table of tables) connection.exec(`alter table ${table}${suffix} rename to ${table}`)
    connection.exec('delete from projection_state')
    this.#remember()
    // What was made from the tables outside of this database, such as the text index, is of the past.
    this.db.run(`insert or replace into meta (key, value) values ('built', ?)`, suffix)
  }

  #remember(): void {
    for (const { name, version } of this.projections) {
      this.db.run('insert or replace into projection_state (name, version, position) values (?, ?, 0)', name, version)
    }
  }

  #park({ projection, position, error }: Parked): void {
    this.db.run(
      'insert or replace into parked (projection, position, error) values (?, ?, ?)',
      projection,
      position,
      error,
    )
  }

  #inTransaction(work: () => unknown): void {
    this.log.begin('durable')
    try {
      work()
      this.log.commit()
    } catch (error) {
      this.log.rollback()
      throw error
    }
  }

  #nextGeneration(): number {
    const row = this.db.get<{ value: string }>(`select value from meta where key = 'generation'`)
    const next = Number(row?.value ?? 0) + 1
    this.db.run(`insert or replace into meta (key, value) values ('generation', ?)`, String(next))
    return next
  }

  /** Shadow tables of a rebuild that did not live to its swap. */
  #dropLeftovers(): void {
    for (const table of this.#tablesLike('p\\_%\\_\\_%')) this.connection.exec(`drop table ${table}`)
  }

  #tablesLike(pattern: string): string[] {
    return this.connection
      .prepare<string[], { name: string }>(
        `select name from sqlite_master where type = 'table' and name like ? escape '\\'`,
      )
      .all(pattern)
      .map(({ name }) => name)
  }
}
