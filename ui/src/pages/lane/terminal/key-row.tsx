import { type RefObject, useState } from 'react'
import { useWords } from '../../../i18n/use-words.js'
import type { ScreenHandle } from './screen.js'

const ESC = '\u001b'
const KEYS = [
  ['esc', undefined, ESC],
  ['tab', undefined, '\t'],
  ['up', '↑', `${ESC}[A`],
  ['down', '↓', `${ESC}[B`],
  ['enter', '⏎', '\r'],
] as const
/** Keys that a phone's keyboard lacks, with Ctrl: interrupt, end of input. */
const WITH_CTRL = [
  ['interrupt', 'C', '\u0003'],
  ['endOfInput', 'D', '\u0004'],
] as const

/** The clipboard needs https or this machine. */
const canPaste = (): boolean => isSecureContext && 'readText' in navigator.clipboard

/** Keys that the keyboard of a phone does not have. */
export function KeyRow({ className, screen }: { className: string; screen: RefObject<ScreenHandle | null> }) {
  const t = useWords()
  const [ctrl, setCtrl] = useState(false)
  const press = (text: string): void => {
    screen.current?.type(text)
    setCtrl(false)
  }
  const paste = async (): Promise<void> => {
    setCtrl(false)
    // The browser asks whether the page may read the clipboard.
    const text = await navigator.clipboard.readText().catch(() => '')
    screen.current?.paste(text)
  }
  return (
    <div className={className} role="group" aria-label={t('lanes:terminal.keyRow')}>
      <button type="button" aria-pressed={ctrl} onClick={() => setCtrl(!ctrl)}>
        {t('keys.ctrl')}
      </button>
      {(ctrl ? WITH_CTRL : KEYS).map(([name, label, text]) => (
        <button
          key={name}
          type="button"
          // The other keys show their name.
          aria-label={label === undefined ? undefined : t(`lanes:terminal.key.${name}`)}
          onClick={() => press(text)}
        >
          {label ?? t(name === 'esc' ? 'keys.esc' : 'keys.tab')}
        </button>
      ))}
      {ctrl && canPaste() && (
        <button type="button" onClick={() => void paste()}>
          {t('lanes:terminal.paste')}
        </button>
      )}
      <button type="button" onClick={() => screen.current?.focus()}>
        {t('lanes:terminal.type')}
      </button>
    </div>
  )
}
