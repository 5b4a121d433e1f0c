import { useEffect, useRef } from 'react'
import { OPEN_LAYER } from './layer.js'

type KeyMap = Readonly<Record<string, () => void>>

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Space and Enter belong to the focused button or link, except to a row of the list: there they are ours. */
const actsItself = (event: KeyboardEvent): boolean =>
  (event.key === ' ' || event.key === 'Enter') &&
  event.target instanceof Element &&
  event.target.closest('a:not([data-row]), button, summary') !== null

/**
 * Single-key commands of a page. They rest while someone types, and while something lies over the page. Those of the frame
 * listen at the window, behind the document: a page comes later than its frame, and its own keys go first.
 */
export function useKeys(map: KeyMap, at: Document | Window = document): void {
  const latest = useRef(map)
  useEffect(() => {
    latest.current = map
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (isTyping(event.target) || actsItself(event) || document.querySelector(OPEN_LAYER) !== null) return
      const command = latest.current[event.key]
      if (command === undefined) return
      event.preventDefault()
      command()
    }
    const listen: EventListener = (event) => {
      if (event instanceof KeyboardEvent) onKeyDown(event)
    }
    at.addEventListener('keydown', listen)
    return () => at.removeEventListener('keydown', listen)
  }, [at])
}
