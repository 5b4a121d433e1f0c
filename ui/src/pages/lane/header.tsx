import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ChevronLeft, GitBranch, Play, Square } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../api/call.js'
import { advice } from '../../api/failure.js'
import type { Lane } from '../../api/types.js'
import { useWords } from '../../i18n/use-words.js'
import { askWords } from '../../kit/ask-words.js'
import buttons from '../../kit/button.module.css'
import chips from '../../kit/chip.module.css'
import { Confirm } from '../../kit/confirm.js'
import { notify } from '../../kit/notices.js'
import { Age } from '../../kit/time.js'
import { useLaneState } from '../../live/lane-groups.js'
import { paneLook } from '../../live/lane-triage.js'
import { sessionRows, useSession } from '../../rows/rows.js'
import { orLaneFailure } from '../lanes/lane-failure.js'
import { LaneGlyph } from '../lanes/lane-glyph.js'
import { laneTitle } from '../../kit/lane-title.js'
import styles from './header.module.css'
import type { LaneSearch } from './search.js'
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
  const stop = useStop(lane)
  const isReady = lane.status !== 'provisioning' && lane.status !== 'failed'
  const isLive = lane.panes.some(({ alive }) => alive)
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
          {isLive && (
            <button type="button" className={buttons['button']} disabled={stop.isPending} onClick={stop.ask}>
              <Square size={13} aria-hidden />
              {t('lanes:stop.all')}
            </button>
          )}
        </div>
      </div>
      {isReady && <Tabs id={id} tab={search.tab} />}
      {stop.dialog}
    </header>
  )
}

/** Stops all programs of a lane. It asks first if an agent is at work or asks something. */
function useStop(lane: Lane) {
  const t = useWords()
  const [asks, setAsks] = useState(false)
  const live = lane.panes.filter(({ alive }) => alive)
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: () => orLaneFailure(call('POST /api/lanes/:id/stop', { params: { id: String(lane.id) }, body: {} })),
    onSuccess: () => {
      setAsks(false)
      notify(t('lanes:stop.done', { count: live.length }))
    },
    onError: (problem) => {
      if (!asks) notify(advice(problem))
    },
  })
  const isBusy = (): boolean =>
    live.some((pane) => ['work', 'need'].includes(paneLook(pane, sessionRows.get(pane.session_id ?? ''))))
  return {
    isPending,
    ask: () => (isBusy() ? setAsks(true) : mutate()),
    dialog: asks && (
      <Confirm
        title={t('lanes:stop.ask', { name: laneTitle(lane) })}
        action={t('lanes:stop.all')}
        busy={isPending}
        error={error === null ? undefined : advice(error)}
        onConfirm={() => mutate()}
        onClose={() => {
          setAsks(false)
          reset()
        }}
      >
        {t('lanes:stop.says', { count: live.length })}
      </Confirm>
    ),
  }
}
