import { type RefObject, useEffect } from 'react'
import { rangesOf } from './ranges.js'

/** Marks words in what is shown, also in what scrolls into view, without touching the page's elements. */
export function useHighlights(box: RefObject<HTMLElement | null>, words: string): void {
  useEffect(() => {
    const root = box.current
    if (root === null || words === '' || !('highlights' in CSS)) return undefined
    let frame = 0
    const paint = (): void => {
      frame = 0
      const here = root.querySelector('.sought')
      const found = rangesOf(root, words)
      CSS.highlights.set('found', new Highlight(...found))
      const current = here === null ? [] : found.filter((range) => here.contains(range.startContainer))
      CSS.highlights.set('found-here', new Highlight(...current))
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
  }, [box, words])
}
