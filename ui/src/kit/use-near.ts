import { type RefObject, useEffect, useState } from 'react'

/** Rows are rendered this far before they come into view. */
const AHEAD_PX = 600

type Tell = (entry: IntersectionObserverEntry) => void

interface Watcher {
  readonly observer: IntersectionObserver
  readonly tell: Map<Element, Tell>
}

/** One observer for each scrolling box: one for each row would cost as much as the rows. */
const watchers = new WeakMap<Element, Watcher>()

function watcherOf(scroller: Element): Watcher {
  const known = watchers.get(scroller)
  if (known !== undefined) return known
  const tell = new Map<Element, Tell>()
  const observer = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) tell.get(entry.target)?.(entry)
    },
    { root: scroller, rootMargin: `${AHEAD_PX}px 0px` },
  )
  const watcher = { observer, tell }
  watchers.set(scroller, watcher)
  return watcher
}

interface Near {
  readonly isNear: boolean
  /** Its last rendered height; undefined before the first rendering. */
  readonly height: number | undefined
}

/**
 * Returns whether an element is near the visible part of its list, which renders only those. An element with the focus counts
 * as near, so that it does not disappear while the user types.
 */
export function useNear(element: RefObject<Element | null>, atFirst: boolean): Near {
  const [near, setNear] = useState<Near>({ isNear: atFirst, height: undefined })
  useEffect(() => {
    const box = element.current
    const scroller = box?.closest('[data-rows]')
    if (box == null || scroller == null) return
    const { observer, tell } = watcherOf(scroller)
    tell.set(box, ({ isIntersecting, boundingClientRect: { height } }) => {
      const isNear = isIntersecting || box.contains(document.activeElement)
      setNear((before) => (before.isNear === isNear ? before : { isNear, height: isNear ? before.height : height }))
    })
    observer.observe(box)
    return () => {
      observer.unobserve(box)
      tell.delete(box)
    }
  }, [element])
  return near
}
