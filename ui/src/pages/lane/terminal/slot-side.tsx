import { Link } from '@tanstack/react-router'
import { TOOLS } from '../../../api/tools.js'
import type { Lane, Pane } from '../../../api/types.js'
import { modelName, usd } from '../../../format/format.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import { Headline } from '../../../kit/headline.js'
import { titleOf } from '../../../kit/session-label.js'
import { Moment } from '../../../kit/time.js'
import { useContextShare } from '../../../kit/use-context-share.js'
import { useSession } from '../../../rows/rows.js'
import { SlotSign } from '../../lanes/slots.js'
import { StopButton } from '../stop/stop-button.js'
import styles from './slot-side.module.css'

interface SlotSideProps {
  readonly lane: Lane
  readonly pane: Pane
}

/** What runs in the slot that is shown, and in the others. */
export function SlotSide({ lane, pane }: SlotSideProps) {
  const t = useWords()
  const others = lane.panes.filter(({ slot }) => slot !== pane.slot)
  return (
    <aside className={styles['side']} aria-label={t('lanes:side.label')}>
      <Facts lane={lane} pane={pane} />
      {others.length > 0 && (
        <section>
          <h2>{t('lanes:side.others')}</h2>
          <ul>
            {others.map((other) => (
              <li key={other.slot} className={styles['other']}>
                <SlotSign pane={other} />
                <Other pane={other} />
                {!other.alive && other.session_id !== null && <Resume lane={lane} session={other.session_id} />}
              </li>
            ))}
          </ul>
        </section>
      )}
    </aside>
  )
}

function Facts({ lane, pane }: SlotSideProps) {
  const t = useWords()
  const session = useSession(pane.session_id ?? '')
  const context = useContextShare(pane.session_id ?? '')
  const name = pane.tool === null ? t('lanes:terminal.shell') : TOOLS[pane.tool].name
  return (
    <section>
      <h2>{t('lanes:side.slot', { slot: pane.slot, name })}</h2>
      <dl className={styles['facts']}>
        <dt>{t('lanes:side.started')}</dt>
        <dd>
          <Moment at={pane.started_at} />
        </dd>
        {session?.model != null && (
          <>
            <dt>{t('lanes:side.model')}</dt>
            <dd>{modelName(session.model)}</dd>
          </>
        )}
        {context !== undefined && (
          <>
            <dt>{t('lanes:side.context')}</dt>
            <dd title={context.title}>{context.words}</dd>
          </>
        )}
        {session?.cost != null && (
          <>
            <dt>{t('lanes:side.cost')}</dt>
            <dd>{usd(session.cost)}</dd>
          </>
        )}
      </dl>
      <div className={styles['acts']}>
        {session !== undefined && (
          <Link to="/sessions/$id" params={{ id: session.id }} className={buttons['button']}>
            {t('lanes:side.conversation')}
          </Link>
        )}
        <StopButton
          key={pane.run_id}
          target={{ lane: String(lane.id), slot: pane.slot }}
          label={t('lanes:stop.button')}
        />
      </div>
    </section>
  )
}

function Other({ pane }: { pane: Pane }) {
  const t = useWords()
  const session = useSession(pane.session_id ?? '')
  return (
    <span className={styles['what']} title={session === undefined ? undefined : titleOf(session)}>
      <b>{pane.tool === null ? t('lanes:terminal.shell') : TOOLS[pane.tool].name}</b>{' '}
      {session !== undefined && <Headline session={session} />}
    </span>
  )
}

const Resume = ({ lane, session }: { lane: Lane; session: string }) => {
  const t = useWords()
  return (
    <Link
      to="/lanes/$lane"
      params={{ lane: String(lane.id) }}
      search={{ start: true, resume: session }}
      className={buttons['button']}
    >
      {t('lanes:side.resume')}
    </Link>
  )
}
