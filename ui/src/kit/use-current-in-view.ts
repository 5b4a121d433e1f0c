import { useLocation } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'

const GESTURES = ['pointerdown', 'wheel'] as const

/**
 * Scrolls a strip of links sideways until the link of the current page is in its middle. It does so again when links
 * come or change their width, for example because counts arrive, until the user scrolls the strip.
 */
export function useCurrentInView(): RefObject<HTMLElement | null> {
  const strip = useRef<HTMLElement>(null)
  const href = useLocation({ select: (location) => location.href })
  useEffect(() => {
    const box = strip.current
    if (box === null) return undefined
    const center = (): void => {
      const link = box.querySelector('[aria-current=page]')
      if (link === null) return
      const { left, width } = link.getBoundingClientRect()
      box.scrollLeft += left + width / 2 - (box.getBoundingClientRect().left + box.clientWidth / 2)
    }
    center()
    const resizes = new ResizeObserver(center)
    const observe = (): void => [...box.children].forEach((link) => resizes.observe(link))
    observe()
    // Each new link reports its first width, so the strip is centred again.
    const additions = new MutationObserver(observe)
    additions.observe(box, { childList: true })
    const stop = (): void => [resizes, additions].forEach((one) => one.disconnect())
    for (const kind of GESTURES) box.addEventListener(kind, stop, { once: true, passive: true })
    return () => {
      stop()
      for (const kind of GESTURES) box.removeEventListener(kind, stop)
    }
  }, [href])
  return strip
}
