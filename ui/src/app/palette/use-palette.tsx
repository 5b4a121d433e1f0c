import { type ReactNode, useEffect, useState } from 'react'
import { withWords } from '../../lazy/with-words.js'
import { OPEN_LAYER } from '../../kit/layer.js'
import type PaletteDialog from './palette.js'

const module = withWords('palette', () => import('./palette.js'))
const load = async () => (await module()).default

/** Runs when the page is idle, or after a second in browsers that do not report that. */
const whenIdle = (run: () => void): void => {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run)
  else setTimeout(run, 1000)
}

/**
 * Returns the palette while it is open, and a function that opens it. Ctrl or Cmd and K open it from anywhere, also while
 * typing.
 */
export function usePalette(): { readonly palette: ReactNode; readonly open: () => void } {
  const [isOpen, setOpen] = useState(false)
  // Preloaded, and not with React's `lazy`, which shows a loaded part 0.3 s late. Users keep typing right after the shortcut,
  // and until the palette is there the page would handle those letters.
  const [Palette, setPalette] = useState<typeof PaletteDialog>()
  useEffect(() => {
    if (Palette !== undefined) return
    // If the service does not answer, the user can press the key again.
    const read = (): void =>
      void load().then(
        (palette) => setPalette(() => palette),
        () => setOpen(false),
      )
    if (isOpen) read()
    else whenIdle(read)
  }, [isOpen, Palette])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      // Otherwise the browser's own search field opens.
      event.preventDefault()
      if (document.querySelector(OPEN_LAYER) === null) setOpen(true)
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
  return {
    palette: isOpen && Palette !== undefined && <Palette onClose={() => setOpen(false)} />,
    open: () => setOpen(true),
  }
}
