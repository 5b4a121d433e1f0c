import type Database from 'better-sqlite3'
import type { Projection } from '../../projections/define.js'
import { SqliteDb } from './db.js'

/**
 * Tables beside the live ones. Each generation has its own suffix (`p_event__7`). The indexes keep it when the tables get the
 * live names.
 */
export class ShadowTables {
  readonly db: SqliteDb
  readonly suffix: string

  constructor(
    private readonly connection: Database.Database,
    projections: readonly Projection[],
  ) {
    this.suffix = `__${nextGeneration(connection)}`
    this.db = new SqliteDb(connection, { tables: new Set(tablesOf(projections)), suffix: this.suffix })
    connection.transaction(() => {
      for (const statement of projections.flatMap(({ ddl }) => ddl)) connection.exec(this.db.named(statement))
    })()
  }

  /**
   * Returns the renames that give the tables of some projections the live names. The retired tables become leftovers. SQLite checks
   * the whole schema at each rename, so that one takes a few milliseconds.
   */
  renames(projections: readonly Projection[], retired: readonly string[]): readonly (() => void)[] {
    const { connection, suffix } = this
    return [
      ...retired.map((table) => () => void connection.exec(`alter table ${table} rename to ${table}${suffix}_old`)),
      ...tablesOf(projections).map((table) => () => {
        connection.exec(`alter table ${table}${suffix} rename to ${table}`)
        this.db.isLive(table)
      }),
    ]
  }
}

/** Creates the tables of some projections, empty, with the live names. Indexes of leftovers may have the plain names. */
export const createEmpty = (connection: Database.Database, projections: readonly Projection[]): void => {
  const suffix = leftoverTables(connection).length > 0 ? `__${nextGeneration(connection)}` : ''
  const db = new SqliteDb(connection, { tables: new Set(), suffix })
  for (const statement of projections.flatMap(({ ddl }) => ddl)) connection.exec(db.named(statement))
}

export const tablesOf = (projections: readonly Projection[]): readonly string[] =>
  projections.flatMap(({ tables }) => tables)

/** Returns the live tables in the database, of any release. */
export const liveTables = (connection: Database.Database): readonly string[] =>
  tablesLike(connection, 'p\\_%').filter((table) => !table.includes('__'))

/** Returns unused tables: those that were swapped out, and those of an unfinished rebuild. */
export const leftoverTables = (connection: Database.Database): readonly string[] =>
  tablesLike(connection, 'p\\_%\\_\\_%')

// Dropping a large table overwrites all its pages at once and blocks hooks. Rows can be deleted a few at a time.
const ROWS_AT_A_TIME = 100

/** Deletes some rows of a leftover table, or drops the table when it is empty. Returns whether it was dropped. */
export const shrinkTable = (connection: Database.Database, table: string): boolean => {
  const key = keyOf(connection, table)
  const { changes } = connection
    .prepare(`delete from ${table} where (${key}) in (select ${key} from ${table} limit ${ROWS_AT_A_TIME})`)
    .run()
  if (changes === ROWS_AT_A_TIME) return false
  connection.exec(`drop table ${table}`)
  return true
}

const keyOf = (connection: Database.Database, table: string): string => {
  const { wr } = connection.prepare('select wr from pragma_table_list where name = ?').get(table) as { wr: 0 | 1 }
  if (wr === 0) return 'rowid'
  const columns = connection.prepare('select name from pragma_table_info(?) where pk > 0 order by pk').all(table)
  return (columns as { name: string }[]).map(({ name }) => name).join(', ')
}

const tablesLike = (connection: Database.Database, pattern: string): readonly string[] =>
  connection
    .prepare<string[], { name: string }>(
      `select name from sqlite_master where type = 'table' and name like ? escape '\\' order by name`,
    )
    .all(pattern)
    .map(({ name }) => name)

/** Returns a number that no other call has returned for this database. */
export const nextGeneration = (connection: Database.Database): number => {
  const row = connection.prepare(`select value from meta where key = 'generation'`).get() as
    | { value: string }
    | undefined
  const next = Number(row?.value ?? 0) + 1
  connection.prepare(`insert or replace into meta (key, value) values ('generation', ?)`).run(String(next))
  return next
}
