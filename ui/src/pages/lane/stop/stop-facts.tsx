import type { Pane } from '../../../api/types.js'
import { useWords } from '../../../i18n/use-words.js'
import { Headline } from '../../../kit/headline.js'
import { laneTitle } from '../../../kit/lane-title.js'
import { titleOf } from '../../../kit/session-label.js'
import { Age } from '../../../kit/time.js'
import { laneRows, useSession } from '../../../rows/rows.js'
import { SlotSign } from '../../lanes/slots.js'
import styles from './stop-facts.module.css'
import { programName } from './stop.js'
import type { StopTarget } from './request.js'

/** Returns the question before a stop: `Stop Claude Code?` */
export function stopTitle(t: ReturnType<typeof useWords>, { lane }: StopTarget, panes: readonly Pane[]): string {
  const [only] = panes
  if (panes.length === 1 && only !== undefined) return t('lanes:stop.askOne', { name: programName(only) })
  const row = laneRows.get(lane)
  return t('lanes:stop.ask', { name: row === undefined ? lane : laneTitle(row) })
}

/** What a stop ends, and what stays. */
export function StopFacts({ panes }: { panes: readonly Pane[] }) {
  const t = useWords()
  const isResumable = panes.some(({ session_id: session }) => session !== null)
  return (
    <>
      <ul className={styles['programs']}>
        {panes.map((pane) => (
          <li key={pane.run_id}>
            <SlotSign pane={pane} />
            <Program pane={pane} />
          </li>
        ))}
      </ul>
      <p>{t(isResumable ? 'lanes:stop.stays' : 'lanes:stop.ends')}</p>
    </>
  )
}

function Program({ pane }: { pane: Pane }) {
  const session = useSession(pane.session_id ?? '')
  return (
    <span>
      <b>{programName(pane)}</b>
      {session !== undefined && (
        <>
          {' '}
          {titleOf(session)}{' '}
          <span className="faint">
            <Headline session={session} />
          </span>{' '}
          <Age since={session.situation_since} className="num" />
        </>
      )}
    </span>
  )
}
