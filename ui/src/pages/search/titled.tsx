import { Link } from '@tanstack/react-router'
import type { Session } from '../../api/types.js'
import { useWords } from '../../i18n/use-words.js'
import { Glyph } from '../../kit/glyph.js'
import { placeOf, titleOf } from '../../kit/session-label.js'
import { Moment } from '../../kit/time.js'
import styles from './results.module.css'

interface TitledProps {
  readonly sessions: readonly Session[]
  readonly onOpen: () => void
}

/** The sessions whose titles match, above the lines that match. */
export function Titled({ sessions, onOpen }: TitledProps) {
  const t = useWords()
  if (sessions.length === 0) return null
  return (
    <section className={styles['titled']} aria-label={t('search:titled')}>
      <h2>{t('search:titled')}</h2>
      {sessions.map((session) => (
        <Link
          key={session.id}
          to="/sessions/$id"
          params={{ id: session.id }}
          className={styles['hit']}
          data-titled
          onClick={onOpen}
        >
          <Glyph situation={session.situation} />
          <span className={styles['said']}>{titleOf(session)}</span>
          <Moment at={session.last_activity ?? session.started_at} className={styles['at'] ?? ''} />
          <span className={styles['by']}>{placeOf(session)}</span>
        </Link>
      ))}
    </section>
  )
}
