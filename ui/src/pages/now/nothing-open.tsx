import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { statsQuery } from '../../api/queries.js'
import { useWords } from '../../i18n/use-words.js'
import buttons from '../../kit/button.module.css'
import frame from '../../kit/frame.module.css'
import { FirstSteps } from './first-steps.js'
import { Gauges } from './gauges.js'
import { Header } from './header.js'
import { HookLine } from './hook-line.js'
import { ImportLine } from '../../kit/import-line.js'
import notes from '../../kit/note.module.css'
import { Unread } from '../../kit/unread.js'

/** No session is open: there never was one, or all have ended. */
export function NothingOpen() {
  const t = useWords()
  const { data, error } = useQuery(statsQuery)
  if (data === undefined) return <Unread error={error} className={frame['main']} />
  if (data.total_sessions === 0) return <FirstSteps />
  return (
    <div className={frame['main']}>
      <Header>
        <h1>{t('now:answer.quiet')}</h1>
        <Gauges />
      </Header>
      <HookLine />
      <ImportLine />
      <div className={notes['note']} data-note>
        <p>{t('now:nothing.says')}</p>
        <Link to="/sessions" className={buttons['button']}>
          {t('now:nothing.history', { count: data.total_sessions })}
        </Link>
      </div>
    </div>
  )
}
