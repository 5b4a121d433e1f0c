import { useEffect, useRef, useState } from 'react'
import { rowOf } from './row-of.js'

/** The field that narrows the rows: there while somebody types or has typed; leaving it gives the focus back. */
export function useFilterField(words: string | undefined, onClear: () => void) {
  const [asked, setAsked] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  // The row with the focus may be one of those that go: its session is remembered, not its element.
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
    /** Somebody opened it, who is about to type. */
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
    /** Nothing was typed: it goes. */
    rest: (): void => setAsked(false),
  }
}

export type FilterField = ReturnType<typeof useFilterField>
