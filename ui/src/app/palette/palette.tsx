import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from 'react'
import { call } from '../../api/call.js'
import { keys } from '../../api/queries.js'
import type { Session } from '../../api/types.js'
import { Glyph } from '../../kit/glyph.js'
import { placeOf, titleOf } from '../../kit/session-label.js'
import { SITUATION_WORDS } from '../../kit/situation.js'
import { pagesLike } from './pages.js'

const MOST_SESSIONS = 8

interface Choice {
  readonly key: string
  readonly session?: Session
  readonly name: string
  readonly what: string
  readonly go: () => void
}

/** Go to a page, to a session by its name, or to the events with some words. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [words, setWords] = useState('')
  const [active, setActive] = useState(0)
  const id = useId()
  const choices = useChoices(words.trim())
  useEffect(() => dialog.current?.showModal(), [])
  const place = Math.min(active, choices.length - 1)

  const take = (choice: Choice | undefined): void => {
    if (choice === undefined) return
    dialog.current?.close()
    choice.go()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && choices.length > 0) setActive((place + step + choices.length) % choices.length)
    else if (event.key === 'Enter') take(choices[place])
    else return
    event.preventDefault()
  }
  return (
    <dialog ref={dialog} className="dialog palette" aria-label="Go to" onClose={onClose} closedby="any">
      <input
        type="text"
        role="combobox"
        autoFocus
        aria-label="Page, session or words in events"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={choices.length > 0 ? `${id}-${place}` : undefined}
        aria-autocomplete="list"
        placeholder="Page, session or words in events"
        autoComplete="off"
        spellCheck={false}
        value={words}
        onChange={(event) => {
          setWords(event.target.value)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div role="listbox" id={`${id}-list`} aria-label="Where to go">
        {choices.map((choice, index) => (
          <div
            key={choice.key}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === place}
            onPointerMove={() => setActive(index)}
            onClick={() => take(choice)}
          >
            {choice.session !== undefined && <Glyph situation={choice.session.situation} />}
            <b>{choice.name}</b>
            <span className="faint">{choice.what}</span>
          </div>
        ))}
      </div>
    </dialog>
  )
}

function useChoices(words: string): readonly Choice[] {
  const navigate = useNavigate()
  const asked = useDeferredValue(words)
  const { data } = useQuery({
    queryKey: [...keys.sessionList, 'palette', asked],
    queryFn: ({ signal }) => call('GET /api/sessions', { query: { q: asked, limit: MOST_SESSIONS }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 5000,
  })
  const sessions = data?.sessions ?? []
  return [
    ...pagesLike(words).map(([to, name, what]) => ({ key: to, name, what, go: () => void navigate({ to }) })),
    ...sessions.map((session) => ({
      key: session.id,
      session,
      name: titleOf(session),
      what: `${SITUATION_WORDS[session.situation]}, ${placeOf(session)}`,
      go: () => void navigate({ to: '/sessions/$id', params: { id: session.id } }),
    })),
    ...(words === ''
      ? []
      : [
          {
            key: 'events',
            name: `Events with “${words}”`,
            what: 'in Activity',
            go: () => void navigate({ to: '/activity', search: { q: words } }),
          },
        ]),
  ]
}
