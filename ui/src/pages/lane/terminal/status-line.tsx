import { ArrowDown, Maximize2, Minimize2 } from 'lucide-react'
import { Trans } from '../../../i18n/trans.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import { Switch } from '../../../kit/switch.js'
import { FontSize } from './font-size.js'
import type { TerminalState } from './connection.js'
import styles from './terminal.module.css'

interface StatusLineProps {
  readonly state: TerminalState
  readonly readsAloud: boolean
  readonly onReadAloud: (isOn: boolean) => void
  readonly onAgain: () => void
  /** How many lines the pane is scrolled back. */
  readonly scrolled: number | undefined
  readonly onNewest: () => void
  /** Whether the terminal fills the window. */
  readonly isWide: boolean
  readonly onWide: (isWide: boolean) => void
}

/** Whether the terminal is connected, and the keys that enter and leave it. */
export function StatusLine({
  state,
  readsAloud,
  onReadAloud,
  onAgain,
  scrolled,
  onNewest,
  isWide,
  onWide,
}: StatusLineProps) {
  const t = useWords()
  return (
    <div className={styles['status']}>
      <span role="status" className={styles['says']}>
        <Says state={state} />
      </span>
      {state.is === 'refused' && (
        <button type="button" className={buttons['button']} onClick={onAgain}>
          {t('lanes:terminal.again')}
        </button>
      )}
      {scrolled !== undefined && (
        <button type="button" className={styles['newest']} onClick={onNewest}>
          <ArrowDown size={13} aria-hidden />
          {scrolled === 0 ? t('lanes:terminal.newestNow') : t('lanes:terminal.newest', { count: scrolled })}
        </button>
      )}
      <span className={styles['tools']}>
        <FontSize />
        <button
          type="button"
          aria-pressed={isWide}
          onClick={() => onWide(!isWide)}
          title={t(isWide ? 'lanes:terminal.narrow' : 'lanes:terminal.wide')}
          aria-label={t('lanes:terminal.wide')}
        >
          {isWide ? <Minimize2 size={14} aria-hidden /> : <Maximize2 size={14} aria-hidden />}
        </button>
      </span>
      <span className={styles['reader']}>
        {t('lanes:terminal.reader')}
        <Switch label={t('lanes:terminal.reader')} isOn={readsAloud} onChange={onReadAloud} />
      </span>
    </div>
  )
}

function Says({ state }: { state: TerminalState }) {
  const t = useWords()
  switch (state.is) {
    case 'connecting':
      return t('lanes:terminal.connecting')
    case 'lost':
      return t('lanes:terminal.lost')
    case 'refused':
      return state.code === 'ETMUXMISSING'
        ? t('lanes:terminal.noTmux')
        : t('lanes:terminal.refused', { reason: state.message || state.code })
    case 'ended':
      return t('lanes:terminal.ended')
    case 'open':
      return state.mode === 'ro' ? (
        t('lanes:terminal.readOnly')
      ) : (
        <span className={styles['hints']}>
          <Trans i18nKey="lanes:terminal.keys" components={{ kbd: <kbd /> }} />
        </span>
      )
  }
}
