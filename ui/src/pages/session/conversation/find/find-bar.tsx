import { ChevronDown, ChevronUp, Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { advice } from '../../../../api/failure.js'
import { exactCount, plural } from '../../../../format/format.js'
import type { Find } from './use-find.js'

/** A pause in the typing this long sends the search. */
const PAUSE_MS = 120

/** Words to look for in the whole conversation, how many messages hold them, and the way from one to the next. */
export function FindBar({ find, onClose }: { find: Find; onClose: () => void }) {
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
  const none = find.lines.length === 0
  return (
    <search className="find" onKeyDown={onKeyDown}>
      <Search size={14} aria-hidden />
      <input
        ref={input}
        type="text"
        aria-label="Find in this conversation"
        placeholder="Find in this conversation"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <span className="num faint" role="status" title={none ? undefined : timesOf(find)}>
        {countOf(find, typed)}
      </span>
      <button type="button" aria-label="Previous one" disabled={none} onClick={() => find.move(-1)}>
        <ChevronUp size={15} aria-hidden />
      </button>
      <button type="button" aria-label="Next one" disabled={none} onClick={() => find.move(1)}>
        <ChevronDown size={15} aria-hidden />
      </button>
      <button type="button" aria-label="Stop finding" onClick={onClose}>
        <X size={15} aria-hidden />
      </button>
    </search>
  )
}

const timesOf = ({ times, lines }: Find): string => `${plural(times, 'time')} in ${plural(lines.length, 'message')}`

function countOf({ error, lines, line, busy, words, cut }: Find, typed: string): string {
  if (typed === '') return ''
  if (error !== null) return advice(error)
  if (lines.length > 0) {
    const place = line === undefined ? 0 : lines.indexOf(line) + 1
    return `${exactCount(place)} of ${exactCount(lines.length)}${cut ? '+' : ''}`
  }
  return busy || typed !== words ? 'Looking' : 'Not found'
}
