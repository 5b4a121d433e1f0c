import { Link } from '@tanstack/react-router'
import { useState, useSyncExternalStore } from 'react'
import { SITUATIONS } from '../../../../src/domain/session/status.js'
import type { Session } from '../../api/types.js'
import { useWords } from '../../i18n/use-words.js'
import { Cost } from '../../kit/amount.js'
import { Glyph } from '../../kit/glyph.js'
import { Headline } from '../../kit/headline.js'
import { titleOf } from '../../kit/session-label.js'
import { situationWords } from '../../kit/situation.js'
import { Age } from '../../kit/time.js'
import { sessionRows } from '../../rows/rows.js'
import { sameRows } from '../../store/same-rows.js'
import styles from './running-sessions.module.css'
import { Empty, Section } from './section.js'

/** Those that wait for the user first. */
const rank = ({ situation }: Session): number => SITUATIONS.indexOf(situation)

/** Returns the open sessions of a directory, live. */
function useOpenSessions(cwd: string): readonly Session[] {
  const [same] = useState(() => sameRows<Session>())
  return useSyncExternalStore(sessionRows.subscribeAll, () =>
    same(
      sessionRows
        .all()
        .filter((session) => session.project === cwd && session.status === 'active')
        .toSorted((a, b) => rank(a) - rank(b) || (a.situation_since < b.situation_since ? -1 : 1)),
    ),
  )
}

/** What runs in the project now. */
export function RunningSessions({ cwd }: { cwd: string }) {
  const t = useWords()
  const sessions = useOpenSessions(cwd)
  return (
    <Section title={t('project:running.title')} count={sessions.length === 0 ? undefined : sessions.length}>
      {sessions.length === 0 && <Empty>{t('project:running.none')}</Empty>}
      <ul className={styles['list']}>
        {sessions.map((session) => (
          <li key={session.id}>
            <Link
              to="/sessions/$id"
              params={{ id: session.id }}
              className={styles['row']}
              data-session={session.id}
              data-state={session.situation}
            >
              <Glyph situation={session.situation} />
              <span className={styles['who']}>
                <b>{titleOf(session)}</b>
                <span>{session.git_branch ?? situationWords(session.situation)}</span>
              </span>
              <span className={styles['what']}>
                <Headline session={session} />
              </span>
              <span className={styles['cost']}>
                <Cost value={session.cost} />
              </span>
              <Age since={session.situation_since} className={`num ${styles['age']}`} />
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}
