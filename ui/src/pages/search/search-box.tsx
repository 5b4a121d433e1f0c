import { Search, X } from 'lucide-react'
import { type KeyboardEvent, type Ref, useEffect, useState } from 'react'
import { type Operator, parseSearch, writeOperator, writeSearch } from '../../../../src/domain/search/operators.js'
import { useWords } from '../../i18n/use-words.js'
import styles from './search-box.module.css'

/** A pause in the typing this long sends the search. */
const PAUSE_MS = 180

interface SearchBoxProps {
  readonly value: string
  readonly onChange: (text: string) => void
  /** Down or Enter moves on to the results, Esc leaves the field. */
  readonly onLeave: (to: 'results' | 'page') => void
  readonly ref?: Ref<HTMLInputElement>
}

interface Draft {
  readonly typed: string
  readonly tokens: readonly Operator[]
}

const draftOf = (text: string): Draft => {
  const { terms, operators } = parseSearch(text)
  return { typed: terms, tokens: operators }
}
const textOf = ({ typed, tokens }: Draft): string => writeSearch({ terms: typed, operators: tokens })

/** The text of a search. An operator becomes a token as soon as a space follows it. */
export function SearchBox({ value, onChange, onLeave, ref }: SearchBoxProps) {
  const t = useWords()
  const [draft, setDraft] = useState(() => draftOf(value))
  const [seen, setSeen] = useState(value)
  const [sent, setSent] = useState(value)
  // A value that did not come from here is another search: it replaces what was typed.
  if (value !== seen) {
    setSeen(value)
    if (value !== sent) setDraft(draftOf(value))
  }
  const send = (text: string): void => {
    setSent(text)
    onChange(text)
  }
  const text = textOf(draft)
  useEffect(() => {
    if (text === value) return undefined
    const timer = setTimeout(() => send(text), PAUSE_MS)
    return () => clearTimeout(timer)
  })
  const change = (next: Draft): void => setDraft(next)
  const onType = (typed: string): void => {
    const { terms, operators } = parseSearch(typed)
    const isComplete = /\s$/.test(typed) && operators.length > 0
    change(isComplete ? { typed: terms && `${terms} `, tokens: [...draft.tokens, ...operators] } : { ...draft, typed })
  }
  const without = (index: number): void => change({ ...draft, tokens: draft.tokens.filter((_, at) => at !== index) })
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const { key, currentTarget: input } = event
    if (key === 'Backspace' && input.selectionStart === 0 && input.selectionEnd === 0 && draft.tokens.length > 0) {
      event.preventDefault()
      without(draft.tokens.length - 1)
    } else if (key === 'ArrowDown' || key === 'Enter' || key === 'Escape') {
      event.preventDefault()
      if (text !== value) send(text)
      onLeave(key === 'Escape' ? 'page' : 'results')
    }
  }
  return (
    <div className={styles['box']} role="search">
      <Search size={16} aria-hidden />
      {draft.tokens.map((token, index) => (
        <span key={`${index} ${writeOperator(token)}`} className={styles['token']}>
          <span>{token.key}:</span>
          {token.value}
          <button
            type="button"
            aria-label={t('search:removeToken', { token: writeOperator(token) })}
            onClick={() => without(index)}
          >
            <X size={12} aria-hidden />
          </button>
        </span>
      ))}
      <input
        ref={ref}
        type="text"
        role="searchbox"
        autoFocus
        aria-label={t('search:label')}
        placeholder={draft.tokens.length === 0 ? t('search:label') : ''}
        value={draft.typed}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {text === '' ? (
        <kbd>/</kbd>
      ) : (
        <button
          type="button"
          className={styles['clear']}
          aria-label={t('search:clear')}
          onClick={() => change(draftOf(''))}
        >
          <X size={14} aria-hidden />
        </button>
      )}
    </div>
  )
}
