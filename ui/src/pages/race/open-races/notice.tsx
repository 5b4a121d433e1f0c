import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Flag } from 'lucide-react'
import type { Race } from '../../../api/types.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import bar from '../../../kit/notice-bar.module.css'
import { Moment } from '../../../kit/time.js'
import { racesQuery } from '../queries.js'

/** Whether a user is still to choose: one lane alone, or none, leaves nothing to compare. */
const isOpen = ({ decided_at: decided, lanes }: Race): boolean =>
  decided === null && lanes.filter(({ title, archived }) => title !== null && !archived).length > 1

/** The races whose results are not decided, above the lanes. */
export function RacesNotice() {
  const t = useWords()
  const { data: races = [] } = useQuery(racesQuery)
  return races.filter(isOpen).map(({ id, title, lanes, started_at: started, stopped_at: stopped }) => (
    <section key={id} className={bar['notice']} aria-label={t('race:races.label')} data-part="race">
      <Flag size={16} aria-hidden />
      <p>
        <b>{title}</b> {t(stopped === null ? 'race:races.says' : 'race:races.stopped', { count: lanes.length })}{' '}
        <Moment at={started} className="faint" />
      </p>
      <Link to="/races/$race" params={{ race: id }} className={buttons['button']}>
        {t('race:races.compare')}
      </Link>
    </section>
  ))
}
