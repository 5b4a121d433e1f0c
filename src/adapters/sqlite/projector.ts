import type Database from 'better-sqlite3'
import { reject } from '../../domain/rejection.js'
import type { Recorded } from '../../events/envelope.js'
import type { LogStore } from '../../events/log.js'
import type { Erasure, Projection } from '../../projections/define.js'
import { type Built, buildOf, planOf } from '../../projections/rebuild-plan.js'
import { READ_BY_THREADS } from '../../projections/registry.js'
import { type Parked, project, projectSwiftly } from '../../projections/runner.js'
import { Touched } from '../../projections/touched.js'
import { SqliteDb } from './db.js'
import { ddlDigest } from './ddl-digest.js'
import { type LogReader, readLog, readRare } from './log.js'
import { fitOlderTables } from './older-tables.js'
import { isRare } from './rare-events.js'
import { SliceSize } from './slice-size.js'
import { createEmpty, leftoverTables, liveTables, ShadowTables, shrinkTable, tablesOf } from './shadow-tables.js'

export interface RebuildProgress {
  readonly position: number
  readonly head: number
}

interface RebuildResult {
  readonly events: number
  readonly parked: number
  /** Events of a type or version that this release does not know. */
  readonly unknown: number
}

/** How far a running rebuild is. */
interface Rebuilding {
  readonly events: number
  readonly of: number
  /** An estimate, from the events so far; null in the first second. */
  readonly secondsLeft: number | null
}

/** Slices between two syncs: whatever is left unsynced, the next hook has to wait for. */
const SLICES_UNSYNCED = 10

/** What a rebuild waits for between its slices. */
export interface Background {
  /** Resolves when the write-ahead log has room. */
  readonly room: () => Promise<void>
  /** Syncs the write-ahead log, outside the event loop. */
  readonly sync: () => Promise<void>
  /** Seconds. */
  readonly monotonic: () => number
}

const ALONE: Background = { room: () => Promise.resolve(), sync: () => Promise.resolve(), monotonic: () => 0 }

/**
 * Maintains the projection tables. A projection whose version or DDL differs from what built its tables is rebuilt from the log
 * beside the live tables, while hooks are appended and tables are read. Tables of another release are read and follow the log
 * until then if they have, or can be given, the columns of this release (ADR 33).
 */
export class Projector {
  readonly db: SqliteDb
  #current: readonly Projection[] = []
  #outdated: readonly Projection[]
  /** The outdated projections whose tables lack something that this release reads. */
  #unreadable: readonly Projection[]
  #rebuilding = false
  #progress: RebuildProgress & { readonly startedAt: number } = { position: 0, head: 0, startedAt: 0 }
  /** Whether replaced tables still hold rows. */
  #hasLeftovers = false

  constructor(
    private readonly connection: Database.Database,
    private readonly log: LogStore,
    private readonly projections: readonly Projection[],
    private readonly background: Background = ALONE,
  ) {
    this.db = new SqliteDb(connection)
    this.#outdated = projections
    this.#unreadable = projections
  }

  /** Whether all tables have the rows of this release: false after a start with outdated tables until their rebuild is swapped in. */
  get ready(): boolean {
    return this.#outdated.length === 0
  }

  /** The projections whose tables are rebuilt, or wait for it. */
  get outdated(): readonly string[] {
    return this.#outdated.map(({ name }) => name)
  }

  /** How far the rebuild of outdated tables is; null if there are none. */
  get rebuilding(): Rebuilding | null {
    if (this.ready) return null
    const { position, head, startedAt } = this.#progress
    const took = this.background.monotonic() - startedAt
    const secondsLeft = position > 0 && took >= 1 ? (took * (head - position)) / position : null
    return { events: position, of: head, secondsLeft }
  }

  /** Whether the tables of the named projections can be read. */
  canRead(...names: readonly string[]): boolean {
    return !this.#unreadable.some(({ name }) => names.includes(name))
  }

  /**
   * Compares the tables with this release, and creates those that must be empty. Outdated tables get the columns of this release,
   * so that they can be read until they are replaced. Returns whether all tables have the rows of this release.
   */
  prepare(): boolean {
    const { connection, projections } = this
    const occurring = new Set(this.db.all<{ type: string }>('select type from log_type').map(({ type }) => type))
    const { current, empty, outdated } = planOf(projections, this.#built(), ddlDigest, (type) => occurring.has(type))
    const kept = new Set(tablesOf([...current, ...outdated]))
    const wanted = new Set(tablesOf(projections))
    const unreadable: Projection[] = []
    // Whatever a crash loses of this, the next start does again.
    this.#inTransaction(() => {
      for (const table of liveTables(connection)) {
        // The table of a projection that is recreated empty below, or that this release does not have.
        const isStale = !kept.has(table) && (wanted.has(table) || outdated.length === 0)
        if (isStale) connection.exec(`drop table ${table}`)
      }
      if (empty.length > 0) createEmpty(connection, empty)
      for (const projection of empty) this.#remember(projection)
      // In order: a projection that follows the log reads the tables of those before it.
      for (const projection of outdated) {
        const isFollowing = projection.uses.every((name) => !unreadable.some((other) => other.name === name))
        if (!isFollowing || !fitOlderTables(connection, projection)) unreadable.push(projection)
      }
      this.#spoil(outdated)
      // Its tables were dropped: a release that has it must create them again.
      if (outdated.length === 0) this.#forgetRetired()
    }, 'relaxed')
    this.#serve(outdated, unreadable)
    this.#hasLeftovers = leftoverTables(connection).length > 0
    return this.ready
  }

  /** Applies appended events to the readable tables, inside the open transaction. */
  project(events: readonly Recorded[], mode: 'swift' | 'isolated'): Touched {
    if (this.#current.length === 0) return new Touched()
    if (mode === 'swift') return projectSwiftly(this.#current, events, this.db)
    return project(this.#current, events, this.db, this.log, (parked) => this.#park(parked))
  }

  /** Removes streams from the tables, inside the open transaction. */
  clear(erasure: Erasure): void {
    // A running rebuild may have read the erased events already and would bring them back; replaced tables hold their text.
    if (this.#rebuilding || this.#hasLeftovers || !this.ready)
      throw reject('EREBUILDING', 'the tables are being rebuilt; try again shortly')
    for (const { clear } of this.projections) clear(erasure, this.db)
  }

  /**
   * Rebuilds tables from the log beside the live tables, and swaps them in: all, with the replaced ones cleared, or the outdated
   * ones, so that they can be read as soon as possible. Tables that are being read are swapped in one transaction, outdated ones
   * one by one. Yields to the event loop between slices; rejects there once `stop` is aborted.
   */
  async rebuild(
    onProgress: (progress: RebuildProgress) => void,
    stop?: AbortSignal,
    which: 'all' | 'outdated' = 'all',
  ): Promise<RebuildResult> {
    if (this.#rebuilding) throw new Error('a rebuild is under way')
    this.#rebuilding = true
    try {
      if (which === 'outdated') return await this.#buildOutdated(onProgress, stop)
      const result = await this.#build(this.projections, onProgress, stop)
      await this.clearLeftovers(stop)
      return result
    } finally {
      this.#rebuilding = false
    }
  }

  /** Rebuilds what reads only rare events first: it takes as long as there are such events, not as the log is long. */
  async #buildOutdated(
    onProgress: (progress: RebuildProgress) => void,
    stop: AbortSignal | undefined,
  ): Promise<RebuildResult> {
    const result = { events: 0, parked: 0, unknown: 0 }
    const rare = this.#outdated.filter(({ reads }) => [...reads].every(isRare))
    for (const wanted of [rare, this.#outdated.filter((projection) => !rare.includes(projection))]) {
      if (wanted.length === 0) continue
      const { events, parked, unknown } = await this.#build(wanted, onProgress, stop)
      result.events += events
      result.parked += parked
      result.unknown += unknown
    }
    return result
  }

  async #build(
    wanted: readonly Projection[],
    onProgress: (progress: RebuildProgress) => void,
    stop: AbortSignal | undefined,
  ): Promise<RebuildResult> {
    const { connection, log } = this
    const built = buildOf(this.projections, wanted)
    const isHidden = wanted.every((projection) => this.#unreadable.includes(projection))
    this.#hasLeftovers = true
    const shadow = new ShadowTables(connection, built)
    const size = new SliceSize(this.background.monotonic)
    const reader = this.#readerOf(wanted, built)
    const parked: Parked[] = []
    const result = { events: 0, unknown: 0 }
    const startedAt = this.background.monotonic()
    let position = 0
    const slice = (): number => {
      const page = reader.after(position, size.events)
      project(built, page.events, shadow.db, log, (bad) => parked.push(bad))
      result.events += page.events.length
      result.unknown += page.unknown
      const read = page.last - position
      position = page.last
      return read
    }
    for (let slices = 1; ; slices++) {
      const head = reader.head()
      if (head - position <= size.events) break
      size.adapt(() => this.#inTransaction(slice, 'relaxed'))
      this.#progress = { position, head, startedAt }
      onProgress({ position, head })
      await this.#pause(slices, stop)
    }
    const others = new Set(tablesOf(this.projections.filter((projection) => !wanted.includes(projection))))
    const renames = shadow.renames(
      wanted,
      liveTables(connection).filter((table) => !others.has(table)),
    )
    if (isHidden) {
      // Nobody reads these tables: hooks are let in between the renames.
      for (const step of [() => this.#forget(wanted), ...renames]) {
        this.#inTransaction(step, 'relaxed')
        await this.#pause(1, stop)
      }
    }
    await this.background.sync()
    const own = (): readonly Parked[] =>
      parked.filter(({ projection }) => wanted.some(({ name }) => name === projection))
    this.#inTransaction(() => {
      while (slice() > 0) {
        // Process the rest while nothing can be appended.
      }
      if (!isHidden) for (const rename of renames) rename()
      for (const projection of wanted) {
        this.db.run('delete from parked where projection = ?', projection.name)
        this.#remember(projection)
      }
      for (const bad of own()) this.#park(bad)
      this.#forgetRetired()
      // Data that other threads derive from these tables, such as the text index, becomes outdated with them.
      if (wanted.some(({ name }) => READ_BY_THREADS.has(name))) {
        this.db.run(`insert or replace into meta (key, value) values ('built', ?)`, shadow.suffix)
      }
    }, 'durable')
    const isLeft = (projection: Projection): boolean => !wanted.includes(projection)
    this.#serve(this.#outdated.filter(isLeft), this.#unreadable.filter(isLeft))
    onProgress({ position, head: position })
    return { ...result, parked: own().length }
  }

  /**
   * Returns a reader of the events that some projections need. Those that read only rare events ask the projections they use for
   * nothing else, so no other event is read.
   */
  #readerOf(wanted: readonly Projection[], built: readonly Projection[]): LogReader {
    const isAllRare = wanted.every(({ reads }) => [...reads].every(isRare))
    if (!isAllRare) return readLog(this.connection)
    return readRare(this.connection, [...new Set(built.flatMap(({ reads }) => [...reads].filter(isRare)))])
  }

  /** Returns the events that a projection failed to apply and left out. */
  parked(): readonly Parked[] {
    return this.db.all<Parked & Record<string, never>>(
      'select projection, position, error from parked order by position',
    )
  }

  #built(): readonly Built[] {
    const rows = this.db.all<{ name: string; version: number; ddl: string }>(
      'select name, version, ddl from projection_state',
    )
    const digests = new Map(this.projections.map((projection) => [projection.name, ddlDigest(projection)]))
    // Tables built before digests were recorded: only the version decides.
    return rows.map((row) => (row.ddl === '' ? { ...row, ddl: digests.get(row.name) ?? '' } : row))
  }

  #serve(outdated: readonly Projection[], unreadable: readonly Projection[]): void {
    this.#outdated = outdated
    this.#unreadable = unreadable
    this.#current = this.projections.filter((projection) => !unreadable.includes(projection))
    this.db.hide(new Set(tablesOf(unreadable)))
  }

  #remember(projection: Projection): void {
    const { name, version } = projection
    this.db.run(
      'insert or replace into projection_state (name, version, ddl) values (?, ?, ?)',
      name,
      version,
      ddlDigest(projection),
    )
  }

  /** Makes the tables of these projections outdated for every release, whatever happens to them next. */
  #forget(projections: readonly Projection[]): void {
    for (const { name } of projections) this.db.run('delete from projection_state where name = ?', name)
  }

  /**
   * Gives tables a version that no release has: they follow the log by the rules of this release from now on, so that the older
   * one has to rebuild them too.
   */
  #spoil(projections: readonly Projection[]): void {
    for (const { name } of projections) this.db.run('update projection_state set version = 0 where name = ?', name)
  }

  #forgetRetired(): void {
    const names = JSON.stringify(this.projections.map(({ name }) => name))
    this.db.run('delete from projection_state where name not in (select value from json_each(?))', names)
  }

  #park({ projection, position, error }: Parked): void {
    this.db.run(
      'insert or replace into parked (projection, position, error) values (?, ?, ?)',
      projection,
      position,
      error,
    )
  }

  #inTransaction(work: () => unknown, durability: 'durable' | 'relaxed'): void {
    this.log.begin(durability)
    try {
      work()
      this.log.commit()
    } catch (error) {
      this.log.rollback()
      throw error
    }
  }

  /**
   * Empties and drops the tables that rebuilds replaced, also those of an earlier run, a few rows at a time. Erasures are refused
   * until then. Rejects once `stop` is aborted; the next start continues.
   */
  async clearLeftovers(stop?: AbortSignal): Promise<void> {
    let slices = 0
    for (const table of leftoverTables(this.connection)) {
      let isGone = false
      while (!isGone) {
        this.#inTransaction(() => {
          isGone = shrinkTable(this.connection, table)
        }, 'relaxed')
        await this.#pause(++slices, stop)
      }
    }
    this.#hasLeftovers = false
  }

  /** Lets hooks in, and waits until the write-ahead log has room and most of it is synced. */
  async #pause(slices: number, stop: AbortSignal | undefined): Promise<void> {
    await this.background.room()
    if (slices % SLICES_UNSYNCED === 0) await this.background.sync()
    return new Promise((resolve, reject) => {
      setImmediate(() => {
        if (stop?.aborted === true) reject(stop.reason as Error)
        else resolve()
      })
    })
  }
}
