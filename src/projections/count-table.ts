import type { Db } from './sql.js'

/** The SQL of a count table, built once because every batch runs it. */
interface CountTable {
  readonly add: string
  readonly remove: string
}

/** Returns the SQL of a count table with `owner` and these columns as its key, and the count `n`. */
export const countTable = (table: string, others: readonly string[]): CountTable => {
  const columns = ['owner', ...others]
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

  /** Every count is by owner, so that a reader's figures are sums over the owners they may see. */
  add(owner: string, others: readonly string[], n: number): void {
    const key = [owner, ...others]
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
