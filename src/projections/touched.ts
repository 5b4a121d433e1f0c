/**
 * The kinds of rows that projections report as changed, with the type of their keys. A projection adds its kinds next to its
 * definition: `declare module './touched.js' { interface TouchedRows { lane: string } }`.
 */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type
export interface TouchedRows {}

export type TouchedKind = keyof TouchedRows
export type Change = 'created' | 'updated'
/** Changed rows of one kind, by key. */
export type ChangedRows<K extends TouchedKind> = ReadonlyMap<TouchedRows[K], Change>

/** The rows that a batch changed, by kind: broadcasts and caches read this after the commit. */
export class Touched {
  readonly #kinds = new Map<TouchedKind, Map<unknown, Change>>()

  /** Records a changed row. A row that the batch created stays created. */
  add<K extends TouchedKind>(kind: K, key: TouchedRows[K], change: Change = 'updated'): void {
    let rows = this.#kinds.get(kind)
    if (rows === undefined) this.#kinds.set(kind, (rows = new Map()))
    if (change === 'created' || !rows.has(key)) rows.set(key, change)
  }

  /** Returns the changed rows of a kind in the order of their first change. */
  of<K extends TouchedKind>(kind: K): ChangedRows<K> {
    return (this.#kinds.get(kind) ?? NONE) as ChangedRows<K>
  }

  /** The kinds with at least one changed row. */
  get kinds(): readonly TouchedKind[] {
    return [...this.#kinds.keys()]
  }
}

const NONE: ReadonlyMap<unknown, Change> = new Map()
