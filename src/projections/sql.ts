/** What SQLite stores and gives back. Numbers are doubles or integers; blobs are byte arrays. */
export type SqlValue = string | number | bigint | Uint8Array | null
export type Row = Readonly<Record<string, SqlValue>>

/**
 * A synchronous database as projections and queries see it. Statements are prepared once per text. Names of projection
 * tables begin with `p_`; while a projection is rebuilt the same text works on its shadow tables.
 */
export interface Reader {
  get<R = Row>(sql: string, ...params: readonly SqlValue[]): R | undefined
  all<R = Row>(sql: string, ...params: readonly SqlValue[]): R[]
}

export interface Db extends Reader {
  /** Runs a statement; returns the number of rows it changed. */
  run(sql: string, ...params: readonly SqlValue[]): number
}
