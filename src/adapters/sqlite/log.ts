import type Database from 'better-sqlite3'
import type { Author, PrincipalId, Via } from '../../domain/access/author.js'
import { authorOfActor } from '../../events/actor.js'
import { definitionOf } from '../../events/catalogue.js'
import type { New, Recorded } from '../../events/envelope.js'
import type { AppendOutcome, LogStore } from '../../events/log.js'
import { readPayload } from '../../events/upcast.js'
import type { SqlValue } from '../../projections/sql.js'
import { IS_RARE } from './rare-events.js'

interface StreamHead {
  readonly id: number
  version: number
}

// Number of cached stream heads. Every hook needs one; the cache is bounded because sessions are not.
const REMEMBERED_STREAMS = 4096

/** The log on SQLite. All calls use the single writing connection. */
export class SqliteLog implements LogStore {
  readonly #heads = new Map<string, StreamHead>()
  readonly #moved = new Set<string>()
  /** Types known to be in `log_type`. */
  readonly #types: Set<string>
  /** The types among them that the open transaction added. */
  readonly #newTypes = new Set<string>()
  readonly #sql: ReturnType<typeof statements>

  #durability: 'durable' | 'relaxed' = 'durable'
  private readonly synchronous: number

  constructor(
    private readonly connection: Database.Database,
    private readonly nextId: () => string,
  ) {
    this.#sql = statements(connection)
    this.#types = new Set(this.#sql.types.all().map(({ type }) => type))
    this.synchronous = connection.pragma('synchronous', { simple: true }) as number
  }

  begin(durability: 'durable' | 'relaxed'): void {
    if (durability !== this.#durability) {
      this.#durability = durability
      this.connection.pragma(`synchronous = ${durability === 'relaxed' ? 'normal' : this.synchronous}`)
    }
    this.#sql.begin.run()
  }

  commit(): void {
    this.#moved.clear()
    this.#sql.commit.run()
    this.#newTypes.clear()
    if (this.#heads.size > REMEMBERED_STREAMS) this.#heads.clear()
  }

  rollback(): void {
    this.#forget()
    // A failed commit may have ended the transaction already.
    try {
      this.#sql.rollback.run()
    } catch {
      return
    }
  }

  isolated<A>(unit: () => A): A {
    const before = new Map([...this.#moved].map((name) => [name, this.#heads.get(name)?.version ?? 0]))
    this.#sql.savepoint.run()
    try {
      const value = unit()
      this.#sql.release.run()
      return value
    } catch (error) {
      this.#sql.rollbackTo.run()
      this.#sql.release.run()
      this.#restore(before)
      this.#forgetNewTypes()
      throw error
    }
  }

  isDiskFailure(error: unknown): boolean {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    return /^SQLITE_(?:FULL|IOERR|READONLY|CORRUPT|CANTOPEN|NOMEM)/.test(code)
  }

  versionOf(stream: string): number {
    return this.#head(stream)?.version ?? 0
  }

  append(stream: string, event: New): AppendOutcome {
    const head = this.#head(stream) ?? this.#create(stream)
    const version = head.version + 1
    const definition = definitionOf(event.type)
    if (definition === undefined) throw new Error(`no such event: ${event.type}`)
    if (!this.#types.has(event.type)) this.#addType(event.type)
    const id = this.nextId()
    const source = event.source ?? 'local'
    const dedup = event.dedup === undefined ? null : (event.dedup as Buffer)
    const result = this.#sql.insert.run(
      id,
      head.id,
      version,
      event.type,
      definition.version,
      event.occurredAt,
      source,
      event.by,
      event.via,
      event.cause ?? null,
      event.claimed === undefined ? null : `${event.claimed.by} ${event.claimed.via}`,
      dedup,
      event.json ?? JSON.stringify(event.data),
    )
    if (result.changes === 0) {
      const { position } = this.#sql.byDedup.get(head.id, dedup) as { position: number }
      return { duplicateOf: position }
    }
    head.version = version
    this.#moved.add(stream)
    // Members are listed one by one. An object that is spread and then extended outlives the young generation, payload included
    // (measured on Node.js 20), and an import then needs a third more memory.
    const recorded = {
      position: Number(result.lastInsertRowid),
      id,
      stream: head.id,
      streamName: stream,
      version,
      source,
      by: event.by,
      via: event.via,
      occurredAt: event.occurredAt,
      type: event.type,
      data: event.data,
    }
    return { recorded: recorded as Recorded }
  }

  /** Drops the cached head of an erased stream. If the stream appears again, it is a new one. */
  forget(stream: string): void {
    this.#heads.delete(stream)
    this.#moved.delete(stream)
  }

  #head(stream: string): StreamHead | undefined {
    const known = this.#heads.get(stream)
    if (known !== undefined) return known
    const row = this.#sql.head.get(stream) as StreamHead | undefined
    if (row !== undefined) this.#heads.set(stream, row)
    return row
  }

  #create(stream: string): StreamHead {
    const head = { id: Number(this.#sql.createStream.run(stream).lastInsertRowid), version: 0 }
    this.#heads.set(stream, head)
    return head
  }

  #restore(before: ReadonlyMap<string, number>): void {
    for (const name of this.#moved) {
      const version = before.get(name)
      const head = this.#heads.get(name)
      if (version === undefined) {
        this.#heads.delete(name)
        this.#moved.delete(name)
      } else if (head !== undefined) head.version = version
    }
  }

  #addType(type: string): void {
    this.#sql.addType.run(type)
    this.#types.add(type)
    this.#newTypes.add(type)
  }

  /** Drops the types of a rolled-back transaction: the next event of each checks the table again. */
  #forgetNewTypes(): void {
    for (const type of this.#newTypes) this.#types.delete(type)
  }

  #forget(): void {
    this.#heads.clear()
    this.#moved.clear()
    this.#forgetNewTypes()
    this.#newTypes.clear()
  }
}

const statements = (connection: Database.Database) => ({
  begin: connection.prepare('begin immediate'),
  commit: connection.prepare('commit'),
  rollback: connection.prepare('rollback'),
  savepoint: connection.prepare('savepoint unit'),
  release: connection.prepare('release unit'),
  rollbackTo: connection.prepare('rollback to unit'),
  head: connection.prepare(
    'select id, (select count(*) from log where stream = stream.id) as version from stream where name = ?',
  ),
  createStream: connection.prepare('insert into stream (name) values (?)'),
  insert: connection.prepare(
    `insert into log (id, stream, version, type, schema, occurred_at, source, principal, via, cause, claimed, dedup, data)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (stream, dedup) do nothing`,
  ),
  types: connection.prepare<[], { type: string }>('select type from log_type'),
  addType: connection.prepare('insert into log_type (type) values (?) on conflict do nothing'),
  byDedup: connection.prepare('select position from log where stream = ? and dedup = ?'),
})

interface LogRow {
  readonly position: number
  readonly id: string
  readonly stream: number
  readonly name: string
  readonly version: number
  readonly type: string
  readonly schema: number
  readonly occurred_at: number
  readonly source: string
  /** Null for a row from before this column: its `via` is the actor of that time. */
  readonly principal: PrincipalId | null
  readonly via: string
  readonly data: string
}

const authorOf = ({ principal, via, type }: Pick<LogRow, 'principal' | 'via' | 'type'>): Author =>
  principal === null ? authorOfActor(via, type) : { by: principal, via: via as Via }

const toRecorded = (row: LogRow): Recorded | null => {
  const actor = row.principal === null ? row.via : null
  const event = readPayload(row.type, row.schema, row.data, actor)
  if (event === null) return null
  const { by, via } = authorOf(row)
  return {
    position: row.position,
    id: row.id,
    stream: row.stream,
    streamName: row.name,
    version: row.version,
    occurredAt: row.occurred_at,
    source: row.source,
    by,
    via,
    ...event,
  } as Recorded
}

interface LogPage {
  readonly events: readonly Recorded[]
  /** Position of the last row read, known type or not; equals `after` at the end of the log. */
  readonly last: number
  /** Rows of a type or version that this release does not know. */
  readonly unknown: number
}

const COLUMNS =
  'l.position, l.id, l.stream, s.name, l.version, l.type, l.schema, l.occurred_at, l.source, l.principal, l.via, l.data'

// One page of events is in memory at a time, and hook bodies can be large.
const PAGE = 200

/** Returns a reader of one stream's events in position order, page by page. The first page fixes the positions. */
export const readStream = (connection: Database.Database) => {
  const positions = connection.prepare<[number], { position: number }>(
    'select position from log where stream = ? order by position',
  )
  const read = connection.prepare<SqlValue[]>(
    `select ${COLUMNS} from json_each(?) at join log l on l.position = at.value join stream s on s.id = l.stream
     order by l.position`,
  )
  return function* (stream: number): Generator<readonly Recorded[]> {
    const all = positions.all(stream).map(({ position }) => position)
    for (let from = 0; from < all.length; from += PAGE) {
      const rows = read.all(JSON.stringify(all.slice(from, from + PAGE))) as LogRow[]
      yield rows.map(toRecorded).filter((event) => event !== null)
    }
  }
}

/** Reads the log in position order, page by page. */
export interface LogReader {
  /** Returns the newest position. */
  readonly head: () => number
  /** Returns at most `limit` events after a position. */
  readonly after: (after: number, limit: number) => LogPage
}

/** Returns a reader of the log in position order, for rebuilds and verification. */
export const readLog = (connection: Database.Database): LogReader => {
  const read = connection.prepare<SqlValue[]>(
    `select ${COLUMNS} from log l join stream s on s.id = l.stream where l.position > ? order by l.position limit ?`,
  )
  return {
    head: headOf(connection),
    after: (after, limit) => {
      const rows = read.all(after, limit) as LogRow[]
      return { ...pageOf(rows), last: rows.at(-1)?.position ?? after }
    },
  }
}

/** Returns a reader of rare events alone. At the end of the log, `last` is its newest position. */
export const readRare = (connection: Database.Database, types: readonly string[]): LogReader => {
  const head = headOf(connection)
  const find = connection.prepare<SqlValue[], { position: number }>(
    `select position from log indexed by log_rare
     where ${IS_RARE} and type in (select value from json_each(?)) and position > ? order by position`,
  )
  const read = connection.prepare<SqlValue[]>(
    `select ${COLUMNS} from json_each(?) at join log l on l.position = at.value join stream s on s.id = l.stream
     order by l.position`,
  )
  const wanted = JSON.stringify(types)
  // The index gives the positions type by type, so that each search sorts all that are left: one is kept for many pages.
  let found: readonly number[] = []
  let from = 0
  return {
    head,
    after: (after, limit) => {
      if (from === found.length) {
        found = find.all(wanted, after).map(({ position }) => position)
        from = 0
      }
      if (found.length === 0) return { events: [], last: head(), unknown: 0 }
      const positions = found.slice(from, from + limit)
      from += positions.length
      const rows = read.all(JSON.stringify(positions)) as LogRow[]
      return { ...pageOf(rows), last: positions.at(-1) ?? after }
    },
  }
}

const headOf = (connection: Database.Database): (() => number) => {
  const head = connection.prepare<[], { head: number }>('select coalesce(max(position), 0) as head from log')
  return () => head.get()?.head ?? 0
}

const pageOf = (rows: readonly LogRow[]): Omit<LogPage, 'last'> => {
  const events = rows.map(toRecorded).filter((event) => event !== null)
  return { events, unknown: rows.length - events.length }
}
