/**
 * Rows by id, outside React: a component subscribes to one row and renders only when that row changes. Listeners are called
 * once per frame, whatever the number of changes; `later` schedules that.
 */
export interface RowStore<Row> {
  readonly get: (id: string) => Row | undefined
  /** Every row; the same array until something changes. */
  readonly all: () => readonly Row[]
  readonly put: (row: Row) => void
  readonly remove: (id: string) => void
  /** Returns a mark to take before a request: changes after it are newer than the response. */
  readonly mark: () => number
  /** Replaces all rows by the response to a request started at `mark`, except those that changed since. */
  readonly replace: (rows: readonly Row[], mark: number) => void
  /** As `replace`, for a response with only some of the rows. */
  readonly merge: (rows: readonly Row[], mark: number) => void
  readonly subscribe: (id: string, listener: () => void) => () => void
  readonly subscribeAll: (listener: () => void) => () => void
}

interface RowStoreDeps<Row> {
  /** Returns the id of a row. */
  readonly idOf: (row: Row) => string
  /** Runs its argument once before a paint; before the next one if it is urgent. */
  readonly later: (flush: () => void, urgent: boolean) => void
  /** Whether a change must be shown at once. */
  readonly isUrgent?: (row: Row, before: Row | undefined) => boolean
}

/** Creates an empty store. */
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
    // Without listeners, nobody needs to be called: a new listener reads the rows first.
    if (byId.size === 0 && forAll.size === 0) return
    untold.add(id)
    if (scheduled && !urgent) return
    scheduled = true
    awaited += 1
    const mine = awaited
    // An urgent change replaces the pending call, and reports its changes too.
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
      // An older response must not restore it.
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
