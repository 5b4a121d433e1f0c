import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useWords } from '../../i18n/use-words.js'
import { Glyph } from '../../kit/glyph.js'
import { Snippet } from '../../pages/search/snippet.js'
import { type Choice, useChoices } from './use-choices.js'

/** Go to a page, to a saved view, to a session by its name, to what was said, or to the events with some words. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const t = useWords()
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
    <dialog ref={dialog} className="dialog palette" aria-label={t('palette.goTo')} onClose={onClose} closedby="any">
      <input
        type="text"
        role="combobox"
        autoFocus
        aria-label={t('palette.label')}
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={choices.length > 0 ? `${id}-${place}` : undefined}
        aria-autocomplete="list"
        placeholder={t('palette.label')}
        autoComplete="off"
        spellCheck={false}
        value={words}
        onChange={(event) => {
          setWords(event.target.value)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div role="listbox" id={`${id}-list`} aria-label={t('palette.where')}>
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
            {choice.said === undefined ? (
              <b>{choice.name}</b>
            ) : (
              <span className="snippet">
                <Snippet snippet={choice.said.snippet} directory={choice.said.session_cwd} />
              </span>
            )}
            <span className="faint">{choice.what}</span>
          </div>
        ))}
      </div>
    </dialog>
  )
}
