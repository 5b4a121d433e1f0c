import { Bookmark, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useWords } from '../../../i18n/use-words.js'
import { Popover } from '../../../kit/popover.js'
import trigger from '../../../kit/trigger.module.css'
import type { SessionsSearch } from '../search.js'
import { useViews } from './saved.js'
import { sameFilters } from './stored.js'
import styles from './views.module.css'
import { ViewsPanel } from './views-panel.js'

/** A button with the current view that opens the list of saved views. */
export function Views({ search }: { search: SessionsSearch }) {
  const t = useWords()
  const views = useViews()
  const [isOpen, setOpen] = useState(false)
  const shown = views.find((view) => sameFilters(view.search, search))
  return (
    <Popover
      label={t('sessions:views.title')}
      align="end"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <button type="button" className={trigger['trigger']} data-set={shown !== undefined}>
          <Bookmark size={14} aria-hidden />
          <span className={styles['shown']}>{shown?.name ?? t('sessions:views.button')}</span>
          <ChevronDown size={14} aria-hidden />
        </button>
      }
    >
      <ViewsPanel search={search} views={views} onDone={() => setOpen(false)} />
    </Popover>
  )
}
