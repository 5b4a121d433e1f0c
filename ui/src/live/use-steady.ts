import { useEffect, useRef, useState } from 'react'
import { countMoved } from './moved.js'
import type { Group } from './triage.js'

/** A pointer at rest for this long is not aiming at a row. */
const IDLE_MS = 2000

interface Steady {
  readonly groups: readonly Group[]
  /** Rows that wait to move until the pointer rests or leaves. */
  readonly moved: number
  readonly apply: () => void
  readonly pointer: { readonly onPointerMove: () => void; readonly onPointerLeave: () => void }
}

/** Holds the order of the rows while the pointer is busy over them: a row never slips away under a click. */
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
