import { Link, useNavigate } from '@tanstack/react-router'
import { ChevronLeft, GitBranch, Play } from 'lucide-react'
import type { Lane } from '../../api/types.js'
import { useWords } from '../../i18n/use-words.js'
import { askWords } from '../../kit/ask-words.js'
import buttons from '../../kit/button.module.css'
import chips from '../../kit/chip.module.css'
import { Age } from '../../kit/time.js'
import { useLaneState } from '../../live/lane-groups.js'
import { useSession } from '../../rows/rows.js'
import { LaneGlyph } from '../lanes/lane-glyph.js'
import { laneTitle } from '../../kit/lane-title.js'
import styles from './header.module.css'
import { PipelineStrip } from './pipeline/strip.js'
import type { LaneSearch } from './search.js'
import { StopButton } from './stop/stop-button.js'
import { Tabs } from './tabs.js'

interface HeaderProps {
  readonly lane: Lane
  readonly search: LaneSearch
}

/** The title, state and branch of a lane, and what can be done with it. */
export function Header({ lane, search }: HeaderProps) {
  const t = useWords()
  const navigate = useNavigate()
  const id = String(lane.id)
  const state = useLaneState(id)
  const session = useSession(state?.lead ?? '')
  const branch = lane.branch ?? session?.git_branch ?? null
  const isReady = lane.status !== 'provisioning' && lane.status !== 'failed'
  const live = lane.panes.filter(({ alive }) => alive).length
  return (
    <header className={styles['head']}>
      <div className={styles['line']}>
        <Link to="/lanes" className={styles['back']} aria-label={t('pages.lanes')}>
          <ChevronLeft size={18} aria-hidden />
          <span>{t('pages.lanes')}</span>
        </Link>
        <span className={styles['separator']} aria-hidden>
          /
        </span>
        {state !== undefined && <LaneGlyph group={state.group} session={session} />}
        <h1 title={laneTitle(lane)}>{laneTitle(lane)}</h1>
        {branch !== null && (
          <span className={styles['branch']} title={branch}>
            <GitBranch size={12} aria-hidden />
            <span>{branch}</span>
          </span>
        )}
        <Watching lane={lane} />
        {state?.group === 'waiting' && search.tab !== undefined && (
          <Link to="/lanes/$lane" params={{ lane: id }} className={styles['ask']}>
            <span className={chips['need']}>
              <span>
                {askWords(session?.headline ?? null)}, <Age since={state.since} className="num" />
              </span>
            </span>
          </Link>
        )}
        <div className={styles['acts']}>
          <PipelineStrip lane={lane} />
          <button
            type="button"
            className={buttons['button']}
            disabled={!isReady}
            aria-pressed={search.start === true}
            onClick={() => void navigate({ to: '/lanes/$lane', params: { lane: id }, search: { start: true } })}
          >
            <Play size={13} aria-hidden />
            {t('lanes:start.button')}
          </button>
          <StopButton target={{ lane: id }} label={t(live === 1 ? 'lanes:stop.one' : 'lanes:stop.all')} />
        </div>
      </div>
      {isReady && <Tabs id={id} tab={search.tab} />}
    </header>
  )
}

/** Who else has the terminal of the lane open. */
function Watching({ lane: { watchers = [] } }: { lane: Lane }) {
  const t = useWords()
  if (watchers.length === 0) return null
  const who = watchers.map(({ username, slot, mode }) =>
    t(`lanes:watching.${mode}`, { name: username ?? t('lanes:watching.unknown'), slot }),
  )
  return (
    <span className={chips['chip']} title={who.join('\n')} role="status">
      {t('lanes:watching.count', { count: watchers.length })}
      <span className="sr-only">{who.join(', ')}</span>
    </span>
  )
}
