import { AArrowDown, AArrowUp } from 'lucide-react'
import { useWords } from '../../../i18n/use-words.js'
import styles from './terminal.module.css'
import { useTerminalFont } from '../../../preferences/terminal-font.js'

/** Makes the text of terminals smaller and larger. */
export function FontSize() {
  const t = useWords()
  const { size, smaller, larger } = useTerminalFont()
  return (
    <span className={styles['tools']} role="group" aria-label={t('lanes:terminal.font.label')}>
      <button
        type="button"
        disabled={smaller === null}
        onClick={() => smaller?.()}
        title={t('lanes:terminal.font.smaller')}
        aria-label={t('lanes:terminal.font.smaller')}
      >
        <AArrowDown size={15} aria-hidden />
      </button>
      <output>{t('lanes:terminal.font.pixels', { size })}</output>
      <button
        type="button"
        disabled={larger === null}
        onClick={() => larger?.()}
        title={t('lanes:terminal.font.larger')}
        aria-label={t('lanes:terminal.font.larger')}
      >
        <AArrowUp size={15} aria-hidden />
      </button>
    </span>
  )
}
