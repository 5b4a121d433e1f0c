import type Database from 'better-sqlite3'
import { reject, type Rejection } from '../../domain/rejection.js'
import type { Db, Row, SqlValue } from '../../projections/sql.js'

const TABLE = /\bp_\w+/g

/** Returns the refusal of a read whose tables are being rebuilt. */
export const rebuilding = (): Rejection => reject('EREBUILDING', 'the tables are being rebuilt; try again shortly')

interface Prepared {
  /** Its rows are lists of values: better-sqlite3 makes such a list in two thirds of the time of an object. */
  readonly statement: Database.Statement<SqlValue[], readonly SqlValue[]>
  /** The names of its columns; empty if it returns no rows. */
  readonly columns: readonly string[]
}

const rowOf = (columns: readonly string[], values: readonly SqlValue[]): Row => {
  const row: Record<string, SqlValue> = {}
  for (let i = 0; i < columns.length; i++) row[columns[i] as string] = values[i] as SqlValue
  return row
}

/**
 * Statements over one connection, prepared once per text. With a shadow suffix, the given projection tables (`p_…`) and their
 * indexes (`i_…`) get that suffix: the same text then works on the tables that a rebuild fills.
 */
export class SqliteDb implements Db {
  readonly #statements = new Map<string, Prepared>()
  #hidden: ReadonlySet<string> = new Set()

  constructor(
    private readonly connection: Database.Database,
    private readonly shadow: { readonly tables: Set<string>; readonly suffix: string } | null = null,
  ) {}

  get<R = Row>(sql: string, ...params: readonly SqlValue[]): R | undefined {
    const { statement, columns } = this.#prepare(sql)
    const values = statement.get(...params)
    return values === undefined ? undefined : (rowOf(columns, values) as R)
  }

  all<R = Row>(sql: string, ...params: readonly SqlValue[]): R[] {
    const { statement, columns } = this.#prepare(sql)
    return statement.all(...params).map((values) => rowOf(columns, values) as R)
  }

  run(sql: string, ...params: readonly SqlValue[]): number {
    return this.#prepare(sql).statement.run(...params).changes
  }

  /**
   * Refuses statements over these tables with EREBUILDING from now on: they contain the rows of another release. Other tables may have
   * been replaced, and a `*` of a prepared statement would give their columns the names of the old ones.
   */
  hide(tables: ReadonlySet<string>): void {
    this.#hidden = tables
    this.#statements.clear()
  }

  /** Uses a table without the shadow suffix from now on: it was renamed. */
  isLive(table: string): void {
    this.shadow?.tables.delete(table)
    this.#statements.clear()
  }

  #prepare(sql: string): Prepared {
    if (this.#hidden.size > 0) this.#refuseHidden(sql)
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    const statement = this.connection.prepare<SqlValue[], readonly SqlValue[]>(this.named(sql))
    if (statement.reader) statement.raw()
    const columns = statement.reader ? statement.columns().map(({ name }) => name) : []
    const prepared = { statement, columns }
    this.#statements.set(sql, prepared)
    return prepared
  }

  #refuseHidden(sql: string): void {
    for (const [table] of sql.matchAll(TABLE)) {
      if (this.#hidden.has(table)) throw rebuilding()
    }
  }

  /** Returns the statement with this connection's table names. */
  named(sql: string): string {
    if (this.shadow === null) return sql
    const { tables, suffix } = this.shadow
    return sql.replace(/\b[pi]_\w+/g, (name) => (tables.has(name) || name.startsWith('i_') ? name + suffix : name))
  }
}
