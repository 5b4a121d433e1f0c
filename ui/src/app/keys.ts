import { useEffect, useRef } from 'react'

export type KeyMap = Readonly<Record<string, () => void>>

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Space and Enter belong to the focused button or link, except to a row of the list: there they are ours. */
const actsItself = (event: KeyboardEvent): boolean =>
  (event.key === ' ' || event.key === 'Enter') &&
  event.target instanceof Element &&
  event.target.closest('a:not(.row), button, summary') !== null

/** What lies over the page and has keys of its own. */
const OVER = 'dialog[open], :popover-open'

/** Single-key commands of a page. They rest while someone types, and while something lies over the page. */
export function useKeys(map: KeyMap): void {
  const latest = useRef(map)
  useEffect(() => {
    latest.current = map
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (isTyping(event.target) || actsItself(event) || document.querySelector(OVER) !== null) return
      const command = latest.current[event.key]
      if (command === undefined) return
      event.preventDefault()
      command()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}
