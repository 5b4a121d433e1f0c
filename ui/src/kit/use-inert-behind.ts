import { useEffect } from 'react'

/**
 * Removes what Radix hides from screen readers behind an open list from the Tab order too. A hidden element that can get the
 * focus is an accessibility fault.
 */
export function useInertBehind(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return undefined
    const inert = new Set<HTMLElement>()
    const mark = (): void =>
      document.querySelectorAll<HTMLElement>('[data-aria-hidden]:not([inert])').forEach((hidden) => {
        hidden.inert = true
        inert.add(hidden)
      })
    mark()
    // Radix hides the page a moment after the list opens.
    const watch = new MutationObserver(mark)
    watch.observe(document.body, { subtree: true, attributeFilter: ['data-aria-hidden'] })
    return () => {
      watch.disconnect()
      for (const hidden of inert) hidden.inert = false
    }
  }, [isOpen])
}
