import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { Ask } from '../../api/types.js'
import { askRows } from '../../rows/rows.js'

/** How long a card shows what became of its ask. */
const OVER_MS: Readonly<Record<Ask['state'], number>> = {
  open: 0,
  sent: 0,
  taken: 900,
  elsewhere: 2000,
  failed: 0,
  ended: 0,
}

interface ShownAsk {
  /** What the agent asks, or asked just now. */
  readonly ask: Ask | null
  /** Whether an option of it was pressed before, and the agent asks it still. */
  readonly isStill: boolean
}

/** Returns what to show of the asks of one agent: the open one, after what became of the one before it. */
export function useShownAsk(open: Ask | null): ShownAsk {
  const [held, setHeld] = useState(open)
  const id = held?.id ?? ''
  const last = useSyncExternalStore(
    useCallback((listener: () => void) => askRows.subscribe(id, listener), [id]),
    () => askRows.get(id),
  )
  const isOver = held !== null && open?.id !== held.id
  const shownFor = isOver ? OVER_MS[last?.state ?? 'open'] : 0
  useEffect(() => {
    if (open?.id === held?.id) return undefined
    const timer = setTimeout(() => setHeld(open), shownFor)
    return () => clearTimeout(timer)
  }, [open, held, shownFor])
  return {
    ask: isOver && shownFor > 0 ? (last ?? open) : open,
    isStill: open !== null && last?.state === 'failed' && last.run_id === open.run_id,
  }
}
