import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { RotateCcw } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { advice } from '../../../api/failure.js'
import type { Pane, PaneEnd } from '../../../api/types.js'
import { moment } from '../../../format/format.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import { useKeys } from '../../../kit/keys.js'
import { Waiting } from '../../../kit/unread.js'
import { loadPart } from '../../../lazy/load-part.js'
import { closePane } from '../../../live/ended-panes.js'
import { resume } from '../resume.js'
import { useLastScreen } from './last-screen.js'
import { runQuery } from './queries.js'
import styles from './terminal.module.css'

// With the screen of a live pane: two files that draw with xterm would make it a shared part, which other pages load too.
const EndedScreen = lazy(() => loadPart(async () => ({ default: (await import('./screen.js')).EndedScreen })))

/** A screen that was read this long before the end may lack what came last. */
const OLD_MS = 10_000

/** The last screen of a program that ended, how it ended, and how to continue. */
export function EndedPane({ lane, pane }: { lane: string; pane: Pane }) {
  const t = useWords()
  const run = pane.run_id ?? ''
  const { data } = useQuery(runQuery(run))
  const screen = useLastScreen(run)
  const [openedAt] = useState(Date.now)
  const { mutate, isPending, error } = useMutation({ mutationFn: () => resume(lane, pane) })
  const isResumable = pane.session_id !== null
  useKeys(isResumable ? { R: () => mutate() } : {})
  const endedAt = data?.run.ended_at ?? pane.ended_at
  const isOld = screen !== undefined && endedAt !== null && Date.parse(endedAt) - screen.at > OLD_MS
  return (
    <div className={styles['terminal']} data-terminal="ended">
      {screen === undefined ? (
        <p className={styles['ended']}>{t('lanes:ended.noScreen')}</p>
      ) : (
        <Suspense fallback={<Waiting />}>
          <EndedScreen screen={screen} label={t('lanes:ended.screen')} />
        </Suspense>
      )}
      <div className={styles['end']}>
        <p role="status">
          {endWords(t, data?.run.reason ?? 'exited', pane, endedAt)}
          {isOld && <span> {t('lanes:ended.seen', { at: moment(new Date(screen.at).toISOString(), openedAt) })}</span>}
          {data?.run.detail != null && <span> {data.run.detail}</span>}
        </p>
        {isResumable && (
          <button type="button" className={buttons['button']} disabled={isPending} onClick={() => mutate()}>
            <RotateCcw size={13} aria-hidden />
            {t('lanes:side.resume')}
            <kbd>{t('keys.shift')} R</kbd>
          </button>
        )}
        {pane.session_id !== null && (
          <Link to="/sessions/$id" params={{ id: pane.session_id }} className={buttons['button']}>
            {t('lanes:side.conversation')}
          </Link>
        )}
        <button type="button" className={buttons['button']} onClick={() => closePane(pane)}>
          {t('lanes:ended.close')}
        </button>
      </div>
      {error !== null && (
        <p role="alert" className={styles['refused']}>
          {advice(error)}
        </p>
      )}
    </div>
  )
}

/** `Ended 13:20, exit code 3` */
function endWords(
  t: ReturnType<typeof useWords>,
  reason: PaneEnd,
  { exit_code: code, signal }: Pane,
  endedAt: string | null,
): string {
  const at = endedAt === null ? '' : moment(endedAt, Date.now())
  if (reason !== 'exited') return t(`lanes:ended.${reason}`, { at })
  if (signal !== null) return t('lanes:ended.signal', { at, signal })
  return code === null ? t('lanes:ended.unknown', { at }) : t('lanes:ended.exited', { at, code })
}
