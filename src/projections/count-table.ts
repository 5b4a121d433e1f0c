import type { Db } from './sql.js'

/** The SQL of a count table, built once because every batch runs it. */
export interface CountTable {
  readonly add: string
  readonly remove: string
}

/** Returns the SQL of a count table with these columns as its key, and the count `n`. */
export const countTable = (table: string, columns: readonly string[]): CountTable => {
  const names = [...columns, 'n']
  return {
    add: `insert into ${table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})
      on conflict do update set n = n + excluded.n`,
    remove: `delete from ${table} where ${columns.map((column) => `${column} = ?`).join(' and ')} and n = 0`,
  }
}

/**
 * Changes of a count table, collected over a batch and written once. A count that drops to zero has no row, like one that never
 * existed.
 */
export class CountChanges {
  readonly #deltas = new Map<string, { readonly key: readonly string[]; n: number }>()

  constructor(private readonly table: CountTable) {}

  add(key: readonly string[], n: number): void {
    const name = key.join('\u0000')
    const entry = this.#deltas.get(name) ?? { key, n: 0 }
    entry.n += n
    this.#deltas.set(name, entry)
  }

  write(db: Db): void {
    for (const { key, n } of this.#deltas.values()) {
      if (n !== 0) db.run(this.table.add, ...key, n)
      if (n < 0) db.run(this.table.remove, ...key)
    }
    this.#deltas.clear()
  }
}
