import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useWords } from '../../i18n/use-words.js'
import { Cost } from '../../kit/amount.js'
import { classes } from '../../kit/classes.js'
import { Glyph } from '../../kit/glyph.js'
import { titleOf } from '../../kit/session-label.js'
import { situationWords } from '../../kit/situation.js'
import { Moment } from '../../kit/time.js'
import { endedSessionsQuery } from './query.js'
import { Empty, Section } from './section.js'
import styles from './section.module.css'

/** The sessions that ended last, and the way to all of them. */
export function EndedSessions({ cwd, total }: { cwd: string; total: number }) {
  const t = useWords()
  const { data } = useQuery(endedSessionsQuery(cwd))
  const sessions = data?.sessions ?? []
  return (
    <Section
      title={t('project:sessions.title')}
      count={total}
      beside={
        <Link to="/sessions" search={{ cwd }}>
          {t('project:sessions.all', { count: total })}
        </Link>
      }
    >
      {sessions.length === 0 ? (
        <Empty>{data === undefined ? '' : t('project:sessions.none')}</Empty>
      ) : (
        <table className={styles['table']}>
          <thead>
            <tr>
              <th>{t('project:sessions.session')}</th>
              <th className={classes(styles['wide'], styles['left'])}>{t('project:sessions.state')}</th>
              <th>{t('project:sessions.cost')}</th>
              <th>{t('project:sessions.last')}</th>
            </tr>
          </thead>
          <tbody>
            {sessions.map((session) => (
              <tr key={session.id}>
                <td>
                  <Link to="/sessions/$id" params={{ id: session.id }} className={styles['session']}>
                    <Glyph situation={session.situation} />
                    <span>{titleOf(session)}</span>
                  </Link>
                </td>
                <td className={classes(styles['wide'], styles['left'], styles['muted'])} data-state={session.situation}>
                  {situationWords(session.situation)}
                </td>
                <td>
                  <Cost value={session.cost} />
                </td>
                <td className={classes('num', styles['muted'])}>
                  <Moment at={session.last_activity ?? session.started_at} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  )
}
