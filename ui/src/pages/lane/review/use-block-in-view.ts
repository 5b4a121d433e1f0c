import { type RefObject, useEffect, useRef } from 'react'

/** Scrolls a block into view when it becomes the one that keys act on. */
export function useBlockInView(isCurrent: boolean): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isCurrent) place.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  return place
}
