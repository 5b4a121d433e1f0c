import { type UIEvent, useState } from 'react'

/** Scrolled this far, a list is read and the header steps back. */
const AWAY_PX = 40
const TOP_PX = 8
/** A box that scrolls less than this would jump to its top when the header makes room. */
const LEAST_PX = 240

/** Whether the header of a page is collapsed because the page is scrolled; `onScroll` belongs on a parent of what scrolls. */
export function useCompact(): {
  readonly isCompact: boolean
  readonly expand: () => void
  readonly onScroll: (event: UIEvent) => void
} {
  const [isCompact, setCompact] = useState(false)
  return {
    isCompact,
    expand: () => setCompact(false),
    onScroll: ({ target }) => {
      if (!(target instanceof HTMLElement)) return
      const room = target.scrollHeight - target.clientHeight
      // Diffs and long outputs scroll inside the page.
      if (room < LEAST_PX || target.clientHeight < LEAST_PX) return
      if (target.scrollTop > AWAY_PX) setCompact(true)
      else if (target.scrollTop < TOP_PX) setCompact(false)
    },
  }
}
