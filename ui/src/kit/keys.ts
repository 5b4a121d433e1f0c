import { useEffect, useRef } from 'react'
import { OPEN_LAYER } from './layer.js'

type KeyMap = Readonly<Record<string, () => void>>

/** Inputs that take no text: they use arrows, Space and the like, but no letters. Enter sends their form, if they have one. */
const CHOICES = new Set(['radio', 'checkbox', 'range'])

const isTyping = ({ target, key }: KeyboardEvent): boolean => {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement && CHOICES.has(target.type))
    return key === ' ' || (key === 'Enter' ? target.form !== null : key.length > 1)
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
}

/** Space and Enter act on the focused button or link, except on a row of the list, where they are shortcuts. */
const actsItself = (event: KeyboardEvent): boolean =>
  (event.key === ' ' || event.key === 'Enter') &&
  event.target instanceof Element &&
  event.target.closest('a:not([data-row]), button:not([data-row]), summary') !== null

/** Whether a key is a shortcut: no modifier but Shift, nobody types, and no layer is open. */
export const isShortcut = (event: KeyboardEvent): boolean =>
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !event.defaultPrevented &&
  !isTyping(event) &&
  document.querySelector(OPEN_LAYER) === null

/**
 * Single-key shortcuts of a page. They are off while the user types or a layer is open. Those of the frame listen on the
 * window, after the document, so that the page handles its own keys first.
 */
export function useKeys(map: KeyMap, at: Document | Window = document): void {
  const latest = useRef(map)
  useEffect(() => {
    latest.current = map
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!isShortcut(event) || actsItself(event)) return
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
