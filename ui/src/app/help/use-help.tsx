import { lazy, type ReactNode, Suspense, useState } from 'react'
import { withWords } from '../../lazy/with-words.js'

const HelpDialog = lazy(withWords('help', () => import('./help-dialog.js')))

/** Returns the help while it is open, and a function that opens it. */
export function useHelp(): { readonly help: ReactNode; readonly open: () => void } {
  const [isOpen, setOpen] = useState(false)
  return {
    help: isOpen && (
      <Suspense>
        <HelpDialog onClose={() => setOpen(false)} />
      </Suspense>
    ),
    open: () => setOpen(true),
  }
}
