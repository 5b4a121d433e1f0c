import Database from 'better-sqlite3'
import type { Projection } from '../../projections/define.js'
import { nextGeneration } from './shadow-tables.js'

interface Column {
  readonly name: string
  readonly type: string
  readonly notnull: 0 | 1
  readonly dflt_value: string | null
  /** Place in the primary key, from 1; 0 outside of it. */
  readonly pk: number
  /** Not 0 for a generated column. */
  readonly hidden: number
}

interface Index {
  readonly table: string
  readonly isUnique: boolean
  /** The columns and the condition, without the name. */
  readonly meaning: string
}

interface Shape {
  readonly columns: ReadonlyMap<string, readonly Column[]>
  readonly isWithoutRowid: ReadonlyMap<string, boolean>
  readonly indexes: readonly Index[]
}

/**
 * Gives the tables that another release built for a projection what the statements of this release need, inside the open
 * transaction: columns, which are null or have their default in old rows, and indexes. Returns false if that is not enough, for
 * example because a table is missing: reading it as empty would be wrong. The tables may be changed then.
 */
export const fitOlderTables = (connection: Database.Database, { ddl, tables }: Projection): boolean => {
  const wanted = shapeOfStatements(ddl, tables)
  for (const table of tables) {
    const held = columnsOf(connection, table)
    if (held.length === 0 || !fitColumns(connection, table, { held, wanted })) return false
  }
  return fitIndexes(connection, wanted, tables)
}

const fitColumns = (
  connection: Database.Database,
  table: string,
  { held, wanted }: { readonly held: readonly Column[]; readonly wanted: Shape },
): boolean => {
  const columns = wanted.columns.get(table) ?? []
  if (isWithoutRowid(connection, table) !== wanted.isWithoutRowid.get(table)) return false
  if (keyOf(held) !== keyOf(columns)) return false
  if ([...held, ...columns].some(({ hidden }) => hidden !== 0)) return false
  // A row of this release has no value for a column that only the other one knew.
  const isInTheWay = (old: Column): boolean =>
    old.notnull === 1 && old.dflt_value === null && old.pk === 0 && !columns.some(({ name }) => name === old.name)
  if (held.some(isInTheWay)) return false
  for (const column of columns) {
    const old = held.find(({ name }) => name === column.name)
    if (old === undefined) {
      // Old rows have no value for it, and any that is made up here would be wrong.
      if (column.notnull === 1 && column.dflt_value === null) return false
      connection.exec(`alter table ${table} add column ${column.name} ${column.type}${defaultOf(column)}`)
    } else if (old.type !== column.type || (old.notnull === 1 && column.notnull === 0)) return false
  }
  return true
}

const fitIndexes = (connection: Database.Database, wanted: Shape, tables: readonly string[]): boolean => {
  const held = indexesOf(connection, tables)
  const isIn = (indexes: readonly Index[], one: Index): boolean =>
    indexes.some(
      (other) => other.meaning === one.meaning && other.table === one.table && other.isUnique === one.isUnique,
    )
  // It would refuse rows of this release.
  if (held.some((index) => index.isUnique && !isIn(wanted.indexes, index))) return false
  for (const index of wanted.indexes.filter((one) => !isIn(held, one))) {
    // Old rows may break it, and statements with `on conflict` need it.
    if (index.isUnique) return false
    // It goes with its table, at the end of the rebuild.
    connection.exec(`create index i_older__${nextGeneration(connection)} on ${index.table}${index.meaning}`)
  }
  return true
}

const defaultOf = ({ notnull, dflt_value: value }: Column): string =>
  `${notnull === 1 ? ' not null' : ''}${value === null ? '' : ` default ${value}`}`

const keyOf = (columns: readonly Column[]): string =>
  columns
    .filter(({ pk }) => pk > 0)
    .toSorted((a, b) => a.pk - b.pk)
    .map(({ name }) => name)
    .join()

/** Returns the shape of tables that some statements create. */
const shapeOfStatements = (ddl: readonly string[], tables: readonly string[]): Shape => {
  const empty = new Database(':memory:')
  try {
    for (const statement of ddl) empty.exec(statement)
    return {
      columns: new Map(tables.map((table) => [table, columnsOf(empty, table)])),
      isWithoutRowid: new Map(tables.map((table) => [table, isWithoutRowid(empty, table)])),
      indexes: indexesOf(empty, tables),
    }
  } finally {
    empty.close()
  }
}

const columnsOf = (connection: Database.Database, table: string): readonly Column[] =>
  connection
    .prepare('select name, type, "notnull", dflt_value, pk, hidden from pragma_table_xinfo(?)')
    .all(table) as Column[]

const isWithoutRowid = (connection: Database.Database, table: string): boolean =>
  (connection.prepare('select wr from pragma_table_list where name = ?').get(table) as { wr: 0 | 1 }).wr === 1

const INDEX = /^create\s+(?<unique>unique\s+)?index\s+\S+\s+on\s+\S+?\s*(?<meaning>\(.*)$/is

/** Returns the indexes that statements created; those of keys have no statement. */
const indexesOf = (connection: Database.Database, tables: readonly string[]): readonly Index[] => {
  const find = connection.prepare<[string], { sql: string }>(
    `select sql from sqlite_master where type = 'index' and tbl_name = ? and sql is not null`,
  )
  return tables.flatMap((table) =>
    find.all(table).map(({ sql }) => {
      const { unique, meaning = '' } = INDEX.exec(sql)?.groups ?? {}
      return { table, isUnique: unique !== undefined, meaning: meaning.replace(/\s+/g, ' ') }
    }),
  )
}
