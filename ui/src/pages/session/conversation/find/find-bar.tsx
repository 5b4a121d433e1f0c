import { ChevronDown, ChevronUp, Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { advice } from '../../../../api/failure.js'
import { exactCount } from '../../../../format/format.js'
import { t } from '../../../../i18n/i18n.js'
import { useWords } from '../../../../i18n/use-words.js'
import styles from './find.module.css'
import type { Find } from './use-find.js'

/** A pause in the typing this long sends the search. */
const PAUSE_MS = 120

/** Searches the whole conversation: the text, the number of matches, and buttons to step through them. */
export function FindBar({ find, onClose }: { find: Find; onClose: () => void }) {
  const t = useWords()
  const [typed, setTyped] = useState(find.words)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])
  const { look, words } = find
  useEffect(() => {
    if (typed === words) return undefined
    const timer = setTimeout(() => look(typed), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, words, look])
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') find.move(event.shiftKey ? -1 : 1)
    else if (event.key === 'Escape') onClose()
    else return
    event.preventDefault()
  }
  const none = find.messages === 0
  return (
    <search className={styles['find']} data-find onKeyDown={onKeyDown}>
      <Search size={14} aria-hidden />
      <input
        ref={input}
        type="text"
        aria-label={t('session:convo.find')}
        placeholder={t('session:convo.find')}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <span className="num faint" role="status" title={none ? undefined : timesOf(find)}>
        {countOf(find, typed)}
      </span>
      <button type="button" aria-label={t('session:find.previous')} disabled={none} onClick={() => find.move(-1)}>
        <ChevronUp size={15} aria-hidden />
      </button>
      <button type="button" aria-label={t('session:find.next')} disabled={none} onClick={() => find.move(1)}>
        <ChevronDown size={15} aria-hidden />
      </button>
      <button type="button" aria-label={t('session:find.stop')} onClick={onClose}>
        <X size={15} aria-hidden />
      </button>
    </search>
  )
}

const timesOf = ({ matches, messages }: Find): string =>
  t('session:find.found', {
    times: t('session:find.times', { count: matches }),
    messages: t('session:find.messages', { count: messages }),
  })

function countOf({ error, matches, place, busy, words, cut }: Find, typed: string): string {
  if (typed === '') return ''
  if (error !== null) return advice(error)
  if (matches > 0) {
    return t(cut ? 'session:find.placeCut' : 'session:find.place', {
      place: exactCount(place),
      total: exactCount(matches),
    })
  }
  return busy || typed !== words ? t('session:find.looking') : t('session:find.none')
}
