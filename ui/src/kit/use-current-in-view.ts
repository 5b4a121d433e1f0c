import { useLocation } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'

/** Scrolls a strip of links sideways until the link of the current page is in its middle. */
export function useCurrentInView(): RefObject<HTMLElement | null> {
  const strip = useRef<HTMLElement>(null)
  const href = useLocation({ select: (location) => location.href })
  useEffect(() => {
    const box = strip.current
    const link = box?.querySelector('[aria-current]')
    if (box === null || link === null || link === undefined) return
    const { left, width } = link.getBoundingClientRect()
    box.scrollLeft += left + width / 2 - (box.getBoundingClientRect().left + box.clientWidth / 2)
  }, [href])
  return strip
}
