import type { Db } from './sql.js'

/**
 * Changes of a table of counts, collected over a batch and written once. Its columns are the key and `n`; a count that
 * comes to nothing has no row, as if it had never been one.
 */
export class CountTable {
  readonly #deltas = new Map<string, { readonly key: readonly string[]; n: number }>()
  readonly #add: string
  readonly #remove: string

  constructor(table: string, columns: readonly string[]) {
    const names = [...columns, 'n']
    this.#add = `insert into ${table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})
      on conflict do update set n = n + excluded.n`
    this.#remove = `delete from ${table} where ${columns.map((column) => `${column} = ?`).join(' and ')} and n = 0`
  }

  add(key: readonly string[], n: number): void {
    const name = key.join('\u0000')
    const entry = this.#deltas.get(name) ?? { key, n: 0 }
    entry.n += n
    this.#deltas.set(name, entry)
  }

  write(db: Db): void {
    for (const { key, n } of this.#deltas.values()) {
      if (n !== 0) db.run(this.#add, ...key, n)
      if (n < 0) db.run(this.#remove, ...key)
    }
    this.#deltas.clear()
  }
}
