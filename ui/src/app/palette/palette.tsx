import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useWords } from '../../i18n/use-words.js'
import { DialogFrame } from '../../kit/dialog.js'
import type { Choice } from './choice.js'
import styles from './palette.module.css'
import { useChoices } from './use-choices.js'

/** Search and commands: sessions, conversations, pages and actions by a few letters. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const t = useWords()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const id = useId()
  const trimmed = text.trim()
  const groups = useChoices(trimmed)
  const choices = groups.flatMap((group) => group.choices)
  const place = Math.min(active, choices.length - 1)
  useEffect(() => {
    document.getElementById(`${id}-${place}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, place])

  const run = (choice: Choice | undefined, inNewTab = false): void => {
    if (choice === undefined) return
    onClose()
    if (inNewTab && choice.href !== undefined) window.open(choice.href, '_blank', 'noopener')
    else choice.go()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && choices.length > 0) setActive((place + step + choices.length) % choices.length)
    else if (event.key === 'Enter') run(choices[place], event.ctrlKey || event.metaKey)
    else if (event.key === 'Tab' && !event.shiftKey && trimmed !== '')
      run(choices.find(({ key }) => key === 'search conversations'))
    else return
    event.preventDefault()
  }
  return (
    <DialogFrame
      label={t('palette:title')}
      className={styles['palette']}
      scrimClassName={styles['scrim']}
      onClose={onClose}
    >
      <div className={styles['field']}>
        <Search size={16} aria-hidden />
        <input
          type="text"
          role="combobox"
          autoFocus
          aria-label={t('palette:label')}
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={choices.length > 0 ? `${id}-${place}` : undefined}
          aria-autocomplete="list"
          placeholder={t('palette:label')}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
        />
        <button type="button" className={styles['esc']} tabIndex={-1} onClick={onClose}>
          <kbd>{t('keys.esc')}</kbd>
        </button>
      </div>
      <div role="listbox" id={`${id}-list`} className={styles['list']} aria-label={t('palette:results')}>
        {groups.map((group, number) => (
          <div key={group.heading} role="group" aria-labelledby={`${id}-group-${number}`}>
            <div id={`${id}-group-${number}`} className={styles['heading']}>
              {group.heading}
            </div>
            {group.choices.map((choice) => {
              const at = choices.indexOf(choice)
              return (
                <div
                  key={choice.key}
                  id={`${id}-${at}`}
                  role="option"
                  tabIndex={-1}
                  className={styles['option']}
                  aria-selected={at === place}
                  onPointerMove={() => setActive(at)}
                  onClick={(event) => run(choice, event.ctrlKey || event.metaKey)}
                >
                  {choice.icon}
                  <span className={styles['text']}>
                    {choice.name}
                    {choice.detail !== undefined && <span className={styles['detail']}> {choice.detail}</span>}
                  </span>
                  <span className={styles['end']}>
                    {choice.end !== undefined && <span>{choice.end}</span>}
                    {choice.keys?.map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </span>
                </div>
              )
            })}
          </div>
        ))}
      </div>
      <footer className={styles['foot']}>
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> {t('palette:move')}
        </span>
        <span>
          <kbd>{t('keys.enter')}</kbd> {t('palette:open')}
        </span>
        <span>
          <kbd>{t('keys.ctrl')}</kbd> <kbd>{t('keys.enter')}</kbd> {t('palette:newTab')}
        </span>
        <span>
          <kbd>{t('keys.tab')}</kbd> {t('palette:searchOnly')}
        </span>
      </footer>
    </DialogFrame>
  )
}
