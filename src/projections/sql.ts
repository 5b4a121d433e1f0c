/** The values that SQLite stores and returns. Numbers are doubles or integers; blobs are byte arrays. */
export type SqlValue = string | number | bigint | Uint8Array | null
export type Row = Readonly<Record<string, SqlValue>>

/**
 * A synchronous database as projections and queries see it. Statements are prepared once per text. Names of projection tables
 * start with `p_`; while a projection is rebuilt the same text works on its shadow tables.
 */
export interface Reader {
  get<R = Row>(sql: string, ...params: readonly SqlValue[]): R | undefined
  all<R = Row>(sql: string, ...params: readonly SqlValue[]): R[]
}

export interface Db extends Reader {
  /** Runs a statement; returns the number of rows it changed. */
  run(sql: string, ...params: readonly SqlValue[]): number
}

/**
 * Returns an insert that updates the row if its key exists. Not `insert or replace`: that deletes and reinserts the row and all
 * its index entries, including unchanged ones.
 */
export const upsertSql = (table: string, key: readonly string[], columns: readonly string[]): string => {
  const all = [...key, ...columns]
  return `insert into ${table} (${all.join(', ')}) values (${all.map(() => '?').join(', ')})
    on conflict (${key.join(', ')}) do update set ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`
}
