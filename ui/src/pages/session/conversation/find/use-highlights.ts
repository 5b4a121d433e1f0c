import { type RefObject, useEffect, useRef } from 'react'
import { rangesOf } from './ranges.js'

/**
 * Marks a text in the visible messages without changing the DOM, also in those that scroll into view.
 * @param nth the current match among those of its message
 */
export function useHighlights(box: RefObject<HTMLElement | null>, words: string, nth: number): void {
  const scrolledTo = useRef<Range>(undefined)
  useEffect(() => {
    const root = box.current
    if (root === null || words === '' || !('highlights' in CSS)) return undefined
    let frame = 0
    const paint = (): void => {
      frame = 0
      const here = root.querySelector('[data-sought]')
      const found = rangesOf(root, words)
      CSS.highlights.set('found', new Highlight(...found))
      const inMessage = here === null ? [] : found.filter((range) => here.contains(range.startContainer))
      // Collapsed text is not rendered, so there may be fewer matches than the service counted.
      const current = inMessage[Math.min(nth, inMessage.length - 1)]
      CSS.highlights.set('found-here', current === undefined ? new Highlight() : new Highlight(current))
      if (current === undefined || isSame(scrolledTo.current, current)) return
      scrolledTo.current = current
      if (inMessage.length > 1) current.startContainer.parentElement?.scrollIntoView({ block: 'nearest' })
    }
    const soon = (): void => {
      if (frame === 0) frame = requestAnimationFrame(paint)
    }
    const changes = new MutationObserver(soon)
    changes.observe(root, {
      childList: true,
      subtree: true,
      characterData: true,
      attributes: true,
      attributeFilter: ['class'],
    })
    paint()
    return () => {
      changes.disconnect()
      cancelAnimationFrame(frame)
      CSS.highlights.delete('found')
      CSS.highlights.delete('found-here')
    }
  }, [box, words, nth])
}

const isSame = (a: Range | undefined, b: Range): boolean =>
  a?.startContainer === b.startContainer && a.startOffset === b.startOffset
