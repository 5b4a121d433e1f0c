import { useEffect, useRef } from 'react'
import type { Pane } from '../../../api/types.js'
import { OPEN_LAYER } from '../../../kit/layer.js'

/** Alt and a digit show the pane of that slot. Digits alone lead to the pages. */
export function useSlotKeys(panes: readonly Pane[], show: (slot: number) => void): void {
  const latest = useRef({ panes, show })
  useEffect(() => {
    latest.current = { panes, show }
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      // By its place: with Alt, some layouts make another character of it.
      const slot = /^Digit(\d)$/.exec(event.code)?.[1]
      if (slot === undefined || !event.altKey || event.ctrlKey || event.metaKey) return
      if (document.querySelector(OPEN_LAYER) !== null) return
      if (!latest.current.panes.some((pane) => String(pane.slot) === slot)) return
      event.preventDefault()
      latest.current.show(Number(slot))
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
