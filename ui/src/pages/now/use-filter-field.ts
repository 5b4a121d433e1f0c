import { useEffect, useRef, useState } from 'react'
import { rowOf } from './row-of.js'

/** The state of the filter field. It is open while the user types or a filter is set. Leaving it restores the focus. */
export function useFilterField(words: string | undefined, onClear: () => void) {
  const [asked, setAsked] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  // The row with the focus may disappear, so its session is remembered and not its element.
  const cameFrom = useRef<string | undefined>(undefined)
  const left = useRef(false)
  const isOpen = asked || words !== undefined
  useEffect(() => {
    if (isOpen || !left.current) return
    left.current = false
    const row = cameFrom.current === undefined ? null : rowOf(cameFrom.current)
    const back = row ?? button.current
    back?.focus()
  }, [isOpen])
  return {
    isOpen,
    /** The user opened the field to type. */
    asked,
    field,
    button,
    open: (): void => {
      cameFrom.current = document.activeElement?.closest<HTMLElement>('[data-session]')?.dataset['session']
      setAsked(true)
      field.current?.focus()
    },
    /** The session whose row had the focus before. */
    cameFrom: (): string | undefined => cameFrom.current,
    leave: (): void => {
      left.current = true
      setAsked(false)
      onClear()
    },
    /** Closes the field if nothing was typed. */
    rest: (): void => setAsked(false),
  }
}

export type FilterField = ReturnType<typeof useFilterField>
