import { Bookmark } from 'lucide-react'
import { useRef, useState } from 'react'
import { useWords } from '../../../i18n/use-words.js'
import { LightPopover } from '../../../kit/light-popover.js'
import type { SessionsSearch } from '../search.js'
import { useViews } from './saved.js'
import { sameFilters } from './stored.js'
import { ViewsPanel } from './views-panel.js'

/** The saved views: which one is shown, and the way to the others. */
export function Views({ search }: { search: SessionsSearch }) {
  const t = useWords()
  const views = useViews()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const shown = views.find((view) => sameFilters(view.search, search))
  return (
    <>
      <button
        ref={button}
        type="button"
        className="btn views"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <Bookmark size={14} aria-hidden />
        <span>{shown?.name ?? t('sessions:views.button')}</span>
      </button>
      {isOpen && (
        <LightPopover label={t('sessions:views.title')} anchor={button} onClose={() => setOpen(false)}>
          <ViewsPanel search={search} views={views} onDone={() => setOpen(false)} />
        </LightPopover>
      )}
    </>
  )
}
