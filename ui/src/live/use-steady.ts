import { useEffect, useRef, useState } from 'react'
import { countMoved } from './moved.js'
import type { Group } from './triage.js'

/** A pointer that has not moved for this long is not aiming at a row. */
const IDLE_MS = 2000

interface Steady {
  readonly groups: readonly Group[]
  /** Number of rows that wait to move. */
  readonly moved: number
  readonly apply: () => void
  readonly pointer: { readonly onPointerMove: () => void; readonly onPointerLeave: () => void }
}

/** Keeps the order of the rows while the pointer moves over them, so that no row moves away under a click. */
export function useSteady(wanted: readonly Group[]): Steady {
  const [aiming, setAiming] = useState(false)
  const [held, setHeld] = useState(wanted)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const rest = (): void => {
    clearTimeout(timer.current)
    setAiming(false)
  }
  if (!aiming && held !== wanted) setHeld(wanted)

  return {
    groups: aiming ? held : wanted,
    moved: aiming ? countMoved(held, wanted) : 0,
    apply: () => setHeld(wanted),
    pointer: {
      onPointerMove: () => {
        clearTimeout(timer.current)
        timer.current = setTimeout(rest, IDLE_MS)
        setAiming(true)
      },
      onPointerLeave: rest,
    },
  }
}
