import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import type { Lane, Session } from '../../api/types.js'
import { Trans } from '../../i18n/trans.js'
import { useWords } from '../../i18n/use-words.js'
import { AskOfSession } from '../../kit/ask/ask-of-session.js'
import { LazyLaneAsk } from '../../kit/ask/lazy-lane-ask.js'
import buttons from '../../kit/button.module.css'
import { Dialog, DialogButtons } from '../../kit/dialog.js'
import { laneTitle } from '../../kit/lane-title.js'
import { withWords } from '../../lazy/with-words.js'
import { useLaneState } from '../../live/lane-groups.js'
import { useLane, useSession } from '../../rows/rows.js'
import { Agents } from './agents.js'
import { useNext } from './decided.js'
import { lanePlace } from './lane-label.js'
import { Activity, Changes } from './line-parts.js'
import { NextAction } from './next-action.js'
import styles from './peek.module.css'

const LastTurn = lazy(withWords('now', async () => ({ default: (await import('../now/last-turn.js')).LastTurn })))

interface LanePeekProps {
  readonly id: string
  readonly onMove: (by: 1 | -1) => void
  /** Returns the row of the lane, which gets the focus when the dialog closes. */
  readonly returnTo: () => HTMLElement | null
  readonly onClose: () => void
}

/** A lane over the list: what its agent asks or does, and the last messages. */
export function LanePeek({ id, onMove, returnTo, onClose }: LanePeekProps) {
  const lane = useLane(id)
  const session = useSession(useLaneState(id)?.lead ?? '')
  const next = useNext(id)
  usePeekKeys(onMove, onClose)
  if (lane === undefined) return null
  return (
    <Dialog title={laneTitle(lane)} size="large" returnTo={returnTo} onClose={onClose}>
      <div key={id} className={styles['peek']}>
        <p className={styles['facts']}>
          <span>{lanePlace(lane, session)}</span>
          {lane.panes.length > 0 && <Agents panes={lane.panes} />}
          {next?.changes != null && (
            <span className="num">
              <Changes {...next.changes} />
            </span>
          )}
        </p>
        <Asked lane={lane} session={session} />
        {session !== undefined && (
          <Suspense>
            <LastTurn session={session} />
          </Suspense>
        )}
        <Foot id={id}>{next !== undefined && <NextAction lane={id} decision={next} />}</Foot>
      </div>
    </Dialog>
  )
}

/** What the agent of a lane asks, answered here; or what happens in the lane. */
function Asked({ lane, session }: { readonly lane: Lane; readonly session: Session | undefined }) {
  const activity = (
    <p className={styles['what']}>
      <Activity lane={lane} session={session} />
    </p>
  )
  if (session !== undefined) return <AskOfSession session={session} className={undefined} fallback={activity} />
  const asking = lane.panes.find(({ alive, ask }) => alive && ask !== null)
  if (asking === undefined) return activity
  return (
    <Suspense fallback={activity}>
      <LazyLaneAsk lane={lane} pane={asking} session={undefined} className={undefined} fallback={activity} />
    </Suspense>
  )
}

function Foot({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  const t = useWords()
  return (
    <DialogButtons>
      <span className={styles['keys']}>
        <Trans i18nKey="lanes:peek.keys" components={{ kbd: <kbd /> }} />
      </span>
      <Link to="/lanes/$lane" params={{ lane: id }} className={buttons['button']}>
        {t('lane.open')}
      </Link>
      {children}
    </DialogButtons>
  )
}

/** On the document: the focus may be on the frame of the dialog. */
const usePeekKeys = (onMove: LanePeekProps['onMove'], onClose: () => void): void => {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { target, key } = event
      if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof HTMLElement)) return
      const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
      // A button or a link uses the space itself.
      const isUsed = key === ' ' && target.closest('button, a') !== null
      if (isField || isUsed) return
      if (key === ' ') onClose()
      else if (key === 'j') onMove(1)
      else if (key === 'k') onMove(-1)
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [onMove, onClose])
}
