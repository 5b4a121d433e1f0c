import { type RefCallback, useCallback, useState } from 'react'

/** Returns a ref and the current width of its element. Drawings are laid out in pixels, so that their text keeps its size. */
export function useWidth(): readonly [RefCallback<HTMLElement>, number] {
  const [width, setWidth] = useState(0)
  const follow = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [follow, width]
}
