import { Search } from 'lucide-react'
import { type Ref, useEffect, useState } from 'react'
import styles from './search-field.module.css'

/** A pause in the typing this long sends the search. */
const PAUSE_MS = 180

interface SearchFieldProps {
  readonly label: string
  readonly placeholder: string
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
  readonly autoFocus?: boolean
  readonly hint?: string
  /** Called for Esc in the empty field, or in any field without `onNext`, whose text is cleared. */
  readonly onEscape?: () => void
  /** Called when the user moves on to the results: with Down or Enter, or with Esc back to where the focus was. */
  readonly onNext?: (text: string, to: 'first' | 'back') => void
  readonly ref?: Ref<HTMLInputElement>
}

/** A search field. It reports the text after a pause in typing. */
export function SearchField({
  label,
  placeholder,
  value,
  onChange,
  autoFocus,
  hint,
  onEscape,
  onNext,
  ref,
}: SearchFieldProps) {
  const [typed, setTyped] = useState(value ?? '')
  const [seen, setSeen] = useState(value)
  const [told, setTold] = useState(value)
  // A value from outside is a new search, which replaces the typed text.
  if (value !== seen) {
    setSeen(value)
    if (value !== told) setTyped(value ?? '')
  }
  useEffect(() => {
    if (typed === (value ?? '')) return undefined
    const timer = setTimeout(() => {
      setTold(typed || undefined)
      onChange(typed || undefined)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  })
  return (
    <label className={styles['field']} data-search-field>
      <Search size={14} aria-hidden />
      <span className="sr-only">{label}</span>
      <input
        ref={ref}
        type="search"
        autoFocus={autoFocus}
        placeholder={placeholder}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          const { key } = event
          if (onNext !== undefined && (key === 'ArrowDown' || key === 'Enter' || (key === 'Escape' && typed !== ''))) {
            event.preventDefault()
            // Without the pause, so that the results are those of this text.
            if (typed !== (value ?? '')) {
              setTold(typed || undefined)
              onChange(typed || undefined)
            }
            onNext(typed, key === 'Escape' ? 'back' : 'first')
            return
          }
          if (key !== 'Escape' || onEscape === undefined) return
          event.preventDefault()
          setTyped('')
          setTold(undefined)
          onEscape()
        }}
      />
      {hint !== undefined && <kbd>{hint}</kbd>}
    </label>
  )
}
