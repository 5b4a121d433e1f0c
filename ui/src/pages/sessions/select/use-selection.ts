import { useState } from 'react'
import type { Session } from '../../../api/types.js'

/** The most sessions that one request can change. */
export const MOST_SELECTED = 500

/** The sessions that were selected, in the order of the list as it was read. */
export interface Selection {
  readonly ids: ReadonlySet<string>
  /** Selects or deselects a session; `through` also all between it and the last one. */
  readonly toggle: (id: string, through?: boolean) => void
  /** Selects all that are listed, or none. */
  readonly toggleAll: () => void
  readonly clear: () => void
}

/** Keeps the selected sessions of a list. Those that leave the list are no longer selected. */
export function useSelection(listed: readonly Session[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [last, setLast] = useState<string>()
  const ids = new Set(listed.flatMap(({ id }) => (chosen.has(id) ? [id] : [])))
  return {
    ids,
    toggle: (id, through = false) => {
      const next = new Set(ids)
      const order = listed.map((session) => session.id)
      const [from, to] = [order.indexOf(last ?? ''), order.indexOf(id)]
      if (through && from >= 0 && to >= 0) {
        for (const between of order.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(between)
      } else if (!next.delete(id)) next.add(id)
      setLast(id)
      setChosen(new Set([...next].slice(0, MOST_SELECTED)))
    },
    toggleAll: () => setChosen(ids.size > 0 ? new Set() : new Set(listed.slice(0, MOST_SELECTED).map(({ id }) => id))),
    clear: () => setChosen(new Set()),
  }
}
