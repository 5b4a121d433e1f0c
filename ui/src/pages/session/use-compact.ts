import { type UIEvent, useRef, useState } from 'react'

/** Scrolled this far, a list is being read and the header makes room. */
const AWAY_PX = 40
const TOP_PX = 8
/** A box that scrolls less than this would jump to its top when the header makes room. */
const LEAST_PX = 240
/** Expanding moves what is below, and that scrolls too. */
const SETTLING_MS = 500

/** Whether the header of a page is collapsed because the page is scrolled; `onScroll` belongs on a parent of what scrolls. */
export function useCompact(): {
  readonly isCompact: boolean
  readonly expand: () => void
  readonly onScroll: (event: UIEvent) => void
} {
  const [isCompact, setCompact] = useState(false)
  const expandedAt = useRef(Number.NEGATIVE_INFINITY)
  /** Where the page was scrolled to when the reader expanded the header. */
  const expandedFrom = useRef<number>(undefined)
  return {
    isCompact,
    expand: () => {
      expandedAt.current = performance.now()
      expandedFrom.current = undefined
      setCompact(false)
    },
    onScroll: ({ target }) => {
      if (!(target instanceof HTMLElement)) return
      const { scrollTop: top, scrollHeight, clientHeight } = target
      // Diffs and long outputs scroll inside the page.
      if (scrollHeight - clientHeight < LEAST_PX || clientHeight < LEAST_PX) return
      if (performance.now() - expandedAt.current < SETTLING_MS) expandedFrom.current = top
      else if (top < TOP_PX) {
        expandedFrom.current = undefined
        setCompact(false)
      } else if (top > AWAY_PX && Math.abs(top - (expandedFrom.current ?? Infinity)) > AWAY_PX) {
        expandedFrom.current = undefined
        setCompact(true)
      }
    },
  }
}
