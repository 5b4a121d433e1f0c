/**
 * Rows by id, outside React: a component subscribes to one row and renders when that row changes, not when any does.
 * Changes are told once per frame, however many arrived; `later` says when that is.
 */
export interface RowStore<Row> {
  readonly get: (id: string) => Row | undefined
  /** Every row; the same array until something changes. */
  readonly all: () => readonly Row[]
  readonly put: (row: Row) => void
  readonly remove: (id: string) => void
  /** Marks a moment before rows are asked of the service: what changes after it is newer than the answer. */
  readonly mark: () => number
  /** The answer to a request started at `mark`. Rows it lacks are gone, except those that came since. */
  readonly replace: (rows: readonly Row[], mark: number) => void
  /** As `replace`, for an answer that is only a part of all rows. */
  readonly merge: (rows: readonly Row[], mark: number) => void
  readonly subscribe: (id: string, listener: () => void) => () => void
  readonly subscribeAll: (listener: () => void) => () => void
}

interface RowStoreDeps<Row> {
  /** Names a row. */
  readonly idOf: (row: Row) => string
  /** Runs its argument once, before a next paint; before the very next one when it is urgent. */
  readonly later: (flush: () => void, urgent: boolean) => void
  /** Whether a change must be seen at once. */
  readonly isUrgent?: (row: Row, before: Row | undefined) => boolean
}

/** An empty store. */
export function createRowStore<Row>({ idOf, later, isUrgent = () => false }: RowStoreDeps<Row>): RowStore<Row> {
  const rows = new Map<string, Row>()
  const changedAt = new Map<string, number>()
  const byId = new Map<string, Set<() => void>>()
  const forAll = new Set<() => void>()
  const untold = new Set<string>()
  let snapshot: readonly Row[] | undefined
  let changes = 0
  let scheduled = false
  let awaited = 0

  const flush = (): void => {
    scheduled = false
    const ids = [...untold]
    untold.clear()
    for (const id of ids) for (const listener of byId.get(id) ?? []) listener()
    for (const listener of forAll) listener()
  }

  const changed = (id: string, urgent = false): void => {
    snapshot = undefined
    // Whoever comes to listen looks first.
    if (byId.size === 0 && forAll.size === 0) return
    untold.add(id)
    if (scheduled && !urgent) return
    scheduled = true
    awaited += 1
    const mine = awaited
    // An urgent change takes along what waited: whoever was to tell of that has nothing more to do.
    later(() => {
      if (mine === awaited) flush()
    }, urgent)
  }

  const takeUnlessNewer = (row: Row, mark: number): void => {
    const id = idOf(row)
    if ((changedAt.get(id) ?? 0) > mark) return
    rows.set(id, row)
    changed(id)
  }

  return {
    get: (id) => rows.get(id),
    all: () => (snapshot ??= [...rows.values()]),
    mark: () => changes,
    put: (row) => {
      const id = idOf(row)
      const urgent = isUrgent(row, rows.get(id))
      changes += 1
      changedAt.set(id, changes)
      rows.set(id, row)
      changed(id, urgent)
    },
    remove: (id) => {
      changes += 1
      // An answer that is older than this must not bring it back.
      changedAt.set(id, changes)
      if (rows.delete(id)) changed(id)
    },
    replace: (answer, mark) => {
      const kept = new Set(answer.map(idOf))
      for (const id of rows.keys()) {
        if (kept.has(id) || (changedAt.get(id) ?? 0) > mark) continue
        rows.delete(id)
        changed(id)
      }
      for (const row of answer) takeUnlessNewer(row, mark)
    },
    merge: (answer, mark) => {
      for (const row of answer) takeUnlessNewer(row, mark)
    },
    subscribe: (id, listener) => {
      const listeners = byId.get(id) ?? new Set()
      byId.set(id, listeners.add(listener))
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) byId.delete(id)
      }
    },
    subscribeAll: (listener) => {
      forAll.add(listener)
      return () => forAll.delete(listener)
    },
  }
}
