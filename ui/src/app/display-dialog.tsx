import type { Ref } from 'react'
import { useWords } from '../i18n/use-words.js'
import { DisplayChoices } from './display-choices.js'

/** Keys that are called differently from one keyboard to another; the others by the character on them. */
const NAMED = ['space', 'enter', 'esc', 'ctrl', 'home', 'end'] as const

const isNamed = (key: string): key is (typeof NAMED)[number] => NAMED.some((name) => name === key)

const KEYS = [
  [['n'], 'n'],
  [['j', 'k'], 'move'],
  [['space', 'esc'], 'panel'],
  [['enter'], 'open'],
  [['w'], 'why'],
  [['m'], 'mute'],
  [['s'], 'subagents'],
  [['1', '…', '7'], 'pages'],
  [['/'], 'search'],
  [['ctrl', 'F'], 'find'],
  [['ctrl', 'K'], 'palette'],
  [['←', '↑', '↓', '→'], 'tree'],
  [['p'], 'hold'],
  [['+', '-', '0'], 'zoom'],
  [['home', 'end'], 'ends'],
  [['D'], 'density'],
  [['?'], 'this'],
] as const

/** How the dashboard looks on this device, and the keys that drive it. */
export function DisplayDialog({ ref }: { ref: Ref<HTMLDialogElement> }) {
  const t = useWords()
  return (
    <dialog ref={ref} className="dialog" aria-labelledby="display-title" closedby="any">
      <h2 id="display-title">{t('display.title')}</h2>
      <DisplayChoices />
      <dl className="keys">
        {KEYS.map(([keys, does]) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{isNamed(key) ? t(`keys.${key}`) : key}</kbd>
              ))}
            </dt>
            <dd>{t(`keys.${does}`)}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button type="submit" className="btn">
          {t('display.close')}
        </button>
      </form>
    </dialog>
  )
}
