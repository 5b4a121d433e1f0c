import type Database from 'better-sqlite3'
import { reject, type Rejection } from '../../domain/rejection.js'
import type { Db, Row, SqlValue } from '../../projections/sql.js'

const TABLE = /\bp_\w+/g

/** Returns the refusal of a read whose tables are being rebuilt. */
export const rebuilding = (): Rejection => reject('EREBUILDING', 'the tables are being rebuilt; try again shortly')

/**
 * Statements over one connection, prepared once per text. With a shadow suffix, the given projection tables (`p_…`) and their
 * indexes (`i_…`) get that suffix: the same text then works on the tables that a rebuild fills.
 */
export class SqliteDb implements Db {
  readonly #statements = new Map<string, Database.Statement<SqlValue[]>>()
  #hidden: ReadonlySet<string> = new Set()

  constructor(
    private readonly connection: Database.Database,
    private readonly shadow: { readonly tables: Set<string>; readonly suffix: string } | null = null,
  ) {}

  get<R = Row>(sql: string, ...params: readonly SqlValue[]): R | undefined {
    return this.#prepare(sql).get(...params) as R | undefined
  }

  all<R = Row>(sql: string, ...params: readonly SqlValue[]): R[] {
    return this.#prepare(sql).all(...params) as R[]
  }

  run(sql: string, ...params: readonly SqlValue[]): number {
    return this.#prepare(sql).run(...params).changes
  }

  /** Refuses statements over these tables with EREBUILDING from now on: they contain the rows of another release. */
  hide(tables: ReadonlySet<string>): void {
    this.#hidden = tables
  }

  /** Uses a table without the shadow suffix from now on: it was renamed. */
  isLive(table: string): void {
    this.shadow?.tables.delete(table)
    this.#statements.clear()
  }

  #prepare(sql: string): Database.Statement<SqlValue[]> {
    if (this.#hidden.size > 0) this.#refuseHidden(sql)
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    const statement = this.connection.prepare<SqlValue[]>(this.named(sql))
    this.#statements.set(sql, statement)
    return statement
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
