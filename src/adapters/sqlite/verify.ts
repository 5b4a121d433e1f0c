import Database from 'better-sqlite3'
import { project } from '../../projections/runner.js'
import type { Projection } from '../../projections/define.js'
import { SqliteDb } from './db.js'
import { SqliteLog, readLog } from './log.js'
import { openReader } from './open.js'

interface VerifyResult {
  readonly events: number
  readonly integrity: string
  readonly tables: readonly { readonly table: string; readonly rows: number; readonly differing: number }[]
}

const PAGE = 1000

/**
 * Rebuilds the tables from the log in memory and compares them row by row with those on disk, in one snapshot. The service may
 * keep writing.
 */
export const verifyTables = (file: string, projections: readonly Projection[]): VerifyResult => {
  const disk = openReader(file)
  const memory = new Database(':memory:')
  try {
    disk.exec('begin')
    const integrity = String(disk.pragma('integrity_check', { simple: true }))
    for (const statement of projections.flatMap(({ ddl }) => ddl)) memory.exec(statement)
    memory.exec('create table stream (id integer primary key, name text); create table log_type (type text)')
    memory.exec(SHADOW_LOG)
    const events = replay(disk, memory, projections)
    const tables = projections
      .flatMap((projection) => projection.tables)
      .map((table) => ({ table, ...compare(disk, memory, table) }))
    return { events, integrity, tables }
  } finally {
    disk.close()
    memory.close()
  }
}

// The log store prepares its statements on these tables. Nothing is appended.
const SHADOW_LOG = `create table log (position integer primary key, id, stream, version, type, schema, occurred_at, source,
  principal, via, cause, claimed, dedup, data); create unique index log_stream on log(stream, dedup)`

const replay = (disk: Database.Database, memory: Database.Database, projections: readonly Projection[]): number => {
  const reader = readLog(disk)
  const db = new SqliteDb(memory)
  const transaction = new SqliteLog(memory, () => '')
  let events = 0
  for (let after = 0, more = true; more; ) {
    const page = reader.after(after, PAGE)
    memory.exec('begin')
    project(projections, page.events, db, transaction, () => undefined)
    memory.exec('commit')
    events += page.events.length
    more = page.last > after
    after = page.last
  }
  return events
}

const compare = (disk: Database.Database, memory: Database.Database, table: string) => {
  const order = (memory.prepare(`select name from pragma_table_info(?)`).all(table) as { name: string }[])
    .map(({ name }) => name)
    .join(', ')
  const read = `select * from ${table} order by ${order}`
  const left = disk.prepare(read).iterate()
  const right = memory.prepare(read).iterate()
  let rows = 0
  let differing = 0
  for (;;) {
    const a = left.next()
    const b = right.next()
    if (a.done === true && b.done === true) return { rows, differing }
    rows += a.done === true ? 0 : 1
    if (JSON.stringify(a.value ?? null) !== JSON.stringify(b.value ?? null)) differing += 1
  }
}
