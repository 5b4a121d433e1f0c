import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'

const Palette = lazy(() => import('./palette.js'))

/** The palette, when it is open, and the way to open it: Ctrl or Cmd and K do so from anywhere, also while typing. */
export function usePalette(): { readonly palette: ReactNode; readonly open: () => void } {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      // The browser's own search field would take the key.
      event.preventDefault()
      if (document.querySelector('dialog[open]') === null) setOpen(true)
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
  return {
    palette: isOpen && (
      <Suspense fallback={null}>
        <Palette onClose={() => setOpen(false)} />
      </Suspense>
    ),
    open: () => setOpen(true),
  }
}
