import { Link } from '@tanstack/react-router'
import { Pause, Play, X } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { Trans } from '../../i18n/trans.js'
import { useWords } from '../../i18n/use-words.js'
import buttons from '../../kit/button.module.css'
import { titleOf } from '../../kit/session-label.js'
import { useSession } from '../../rows/rows.js'
import styles from './activity.module.css'
import type { ActivitySearch } from './search.js'

/** The props of both lists of the page. */
export interface ActivityProps {
  readonly search: ActivitySearch
  /** When the reader paused the page; undefined while it is live. */
  readonly pausedAt: string | undefined
  readonly onPause: (paused: boolean) => void
  readonly onFilter: (change: Readonly<Record<string, unknown>>) => void
  readonly input: RefObject<HTMLInputElement | null>
}

interface HeadProps {
  readonly says: ReactNode
  readonly paused: boolean
  readonly onPause: (paused: boolean) => void
  readonly canPause: boolean
  /** Before the button. */
  readonly actions?: ReactNode
}

/** The title of the page, one sentence, and the button that pauses it. */
export function ActivityHead({ says, paused, onPause, canPause, actions }: HeadProps) {
  const t = useWords()
  return (
    <header className={styles['head']}>
      <h1>{t('activity:title')}</h1>
      <p className={styles['says']} role="status">
        {says}
      </p>
      <span className={styles['acts']}>
        {actions}
        {canPause && (
          <button
            type="button"
            className={paused ? buttons['primary'] : buttons['button']}
            onClick={() => onPause(!paused)}
          >
            {paused ? <Play size={13} aria-hidden /> : <Pause size={13} aria-hidden />}
            <Trans i18nKey={paused ? 'activity:resume' : 'activity:pause'} components={{ kbd: <kbd /> }} />
          </button>
        )}
      </span>
    </header>
  )
}

/** The session that the page is limited to, as a button that removes the limit. */
export function OneSession({ id, onClear }: { id: string; onClear: () => void }) {
  const t = useWords()
  const session = useSession(id) ?? { id, name: null }
  return (
    <button type="button" className={buttons['button']} onClick={onClear}>
      {t('activity:only', { session: titleOf(session) })}
      <X size={13} aria-hidden />
      <span className="sr-only">{t('activity:showAll')}</span>
    </button>
  )
}

/** In place of an empty list: no match for the filters, or no activity yet. */
export function NothingHere({ isFiltered }: { isFiltered: boolean }) {
  const t = useWords()
  return isFiltered ? (
    <>
      <p>{t('activity:noMatch')}</p>
      <Link to="/activity" className={buttons['button']}>
        {t('clearFilters')}
      </Link>
    </>
  ) : (
    <>
      <p>{t('activity:nothing')}</p>
      <Link to="/settings/hooks" className={buttons['button']}>
        {t('activity:hooks')}
      </Link>
    </>
  )
}
