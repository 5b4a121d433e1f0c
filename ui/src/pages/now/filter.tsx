import { Search } from 'lucide-react'
import { useWords } from '../../i18n/use-words.js'
import buttons from '../../kit/button.module.css'
import notes from '../../kit/note.module.css'
import { SearchField } from '../../kit/search-field.js'
import styles from './header.module.css'
import type { FilterField } from './use-filter-field.js'

interface FilterProps {
  readonly of: FilterField
  readonly words: string | undefined
  /** How many rows match, and of how many. */
  readonly shown: number
  readonly all: number
  readonly onChange: (words: string | undefined) => void
  readonly onNext: (text: string, to: 'first' | 'back') => void
}

/** Filters the rows: a button that becomes a field. */
export function Filter({
  of: { isOpen, asked, field, button, open, leave, rest },
  words,
  shown,
  all,
  onChange,
  onNext,
}: FilterProps) {
  const t = useWords()
  if (!isOpen) {
    return (
      <button
        ref={button}
        type="button"
        className={styles['open']}
        aria-label={t('now:filter.open')}
        title={t('now:filter.open')}
        onClick={open}
      >
        <Search size={14} aria-hidden />
      </button>
    )
  }
  return (
    <div
      className={styles['filter']}
      role="search"
      onBlur={({ target }) => {
        if (target instanceof HTMLInputElement && target.value === '') rest()
      }}
    >
      <SearchField
        ref={field}
        label={t('now:filter.label')}
        placeholder={t('now:filter.placeholder')}
        hint={t('keys.esc')}
        autoFocus={asked}
        value={words}
        onChange={onChange}
        onEscape={leave}
        onNext={onNext}
      />
      <span className="faint num" role="status">
        {words === undefined ? '' : t('now:filter.shown', { shown, count: all })}
      </span>
    </div>
  )
}

/** No row matches: a button that clears the filter. */
export function NoMatch({ onClear }: { onClear: () => void }) {
  const t = useWords()
  return (
    <div className={notes['note']} data-note>
      <p>{t('now:filter.none')}</p>
      <button type="button" className={buttons['button']} onClick={onClear}>
        {t('clearFilters')}
      </button>
    </div>
  )
}
