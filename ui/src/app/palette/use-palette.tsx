import { type ReactNode, useEffect, useState } from 'react'
import { withWords } from '../../lazy/with-words.js'
import { OPEN_LAYER } from '../../kit/layer.js'
import type PaletteDialog from './palette.js'

const module = withWords('palette', () => import('./palette.js'))
const load = async () => (await module()).default

/** Runs when the page has nothing else to do; not every browser tells. */
const whenIdle = (run: () => void): void => {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run)
  else setTimeout(run, 1000)
}

/** The palette, when it is open, and the way to open it: Ctrl or Cmd and K do so from anywhere, also while typing. */
export function usePalette(): { readonly palette: ReactNode; readonly open: () => void } {
  const [isOpen, setOpen] = useState(false)
  // Read ahead, and not by React's `lazy`, which shows what it waited for only 0.3 s later: who knows the key goes on typing at
  // once, and until the palette is there its letters are keys of the page.
  const [Palette, setPalette] = useState<typeof PaletteDialog>()
  useEffect(() => {
    if (Palette !== undefined) return
    // Where nobody answers the key may be pressed once more.
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
      // The browser's own search field would take the key.
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
