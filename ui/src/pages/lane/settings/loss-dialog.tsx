import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../../api/call.js'
import { Failure, advice } from '../../../api/failure.js'
import type { Lane } from '../../../api/types.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import { Dialog, DialogButtons } from '../../../kit/dialog.js'
import { laneTitle } from '../../../kit/lane-title.js'
import { notify } from '../../../kit/notices.js'
import { Waiting } from '../../../kit/unread.js'
import { orLaneFailure } from '../../lanes/lane-failure.js'
import { Fact, Facts } from './facts.js'
import { type Loss, lossIn, losesCommits, worstOf } from './loss.js'
import { preflightQuery } from './queries.js'
import styles from './settings.module.css'

interface LossDialogProps {
  readonly lane: Lane
  readonly action: 'reset' | 'remove'
  readonly onClose: () => void
}

const SHORT = 7

/** Shows what a reset or a removal would lose, and does it if that is still so. */
export function LossDialog({ lane, action, onClose }: LossDialogProps) {
  const t = useWords()
  const navigate = useNavigate()
  const id = String(lane.id)
  const { data: preflight, error: unread } = useQuery(preflightQuery(id, action))
  /** The facts after they changed while the dialog was open. */
  const [changed, setChanged] = useState<Loss>()
  const loss = changed ?? preflight
  const before = changed === undefined ? undefined : preflight
  const run = useMutation({
    mutationFn: (expect: Loss) =>
      orLaneFailure(
        call(action === 'reset' ? 'POST /api/lanes/:id/reset' : 'POST /api/lanes/:id/remove', {
          params: { id },
          body: { confirm: true, expect, ...(losesCommits(expect) ? { force: true } : {}) },
        }),
      ),
    onSuccess: (answer) => {
      const isKept = 'directoryKept' in answer && answer.directoryKept
      notify(t(isKept ? 'laneSettings:danger.removeKept' : `laneSettings:danger.${action}Done`, { folder: lane.cwd }))
      if (action === 'remove') void navigate({ to: '/lanes' })
      else onClose()
    },
    onError: (error) => {
      const current = error instanceof Failure && error.code === 'ESTALE' ? lossIn(error.details['current']) : undefined
      if (current !== undefined) setChanged(current)
    },
  })
  const isStale = run.error instanceof Failure && run.error.code === 'ESTALE'
  const live = lane.panes.filter(({ alive }) => alive)
  const isMissing = preflight?.blocked.includes('missing') === true
  const isUnreadable = ['unreadable', 'other-worktree'].some((one) =>
    preflight?.blocked.some((blocker) => blocker === one),
  )
  const isBlocked = action === 'reset' && (isMissing || isUnreadable)
  const hasRemote = preflight?.warnings.includes('no-remote') !== true
  const worst = loss === undefined ? undefined : worstOf(loss)
  return (
    <Dialog
      title={t(`laneSettings:danger.${action}Ask`, { name: laneTitle(lane) })}
      hidesClose
      ignoresOutside
      onClose={onClose}
    >
      {isStale && (
        <p className={styles['stale']} role="alert">
          {t('laneSettings:danger.stale')}
        </p>
      )}
      {loss === undefined && unread === null && <Waiting />}
      {unread !== null && (
        <p role="alert" className="bad">
          {advice(unread)}
        </p>
      )}
      {loss !== undefined && (
        <Facts>
          {live.length > 0 && (
            <Fact name={t('laneSettings:fact.agents')} effect={t('laneSettings:effect.stopped')}>
              {t('laneSettings:fact.live', { count: live.length, slots: live.map(({ slot }) => slot).join(', ') })}
            </Fact>
          )}
          <Fact
            name={t('laneSettings:fact.folder')}
            effect={t(
              action === 'remove' && !isUnreadable ? 'laneSettings:effect.deleted' : 'laneSettings:effect.kept',
            )}
          >
            <span className="mono">{lane.cwd}</span> {isMissing && t('laneSettings:fact.missing')}
            {isUnreadable && t('laneSettings:fact.unreadable')}
          </Fact>
          {loss.dirty !== null && loss.untracked !== null && (
            <Fact
              name={t('laneSettings:fact.changes')}
              effect={t(loss.dirty + loss.untracked > 0 ? 'laneSettings:effect.lost' : 'laneSettings:effect.none')}
              isLost={loss.dirty + loss.untracked > 0}
            >
              <Was is={loss.dirty} was={before?.dirty} /> {t('laneSettings:fact.changed', { count: loss.dirty })},{' '}
              <Was is={loss.untracked} was={before?.untracked} />{' '}
              {t('laneSettings:fact.untracked', { count: loss.untracked })}
            </Fact>
          )}
          {loss.unpushed === null ? (
            <Fact name={t('laneSettings:fact.commits')} effect={t('laneSettings:effect.maybeLost')} isLost>
              {t('laneSettings:fact.uncounted')}
            </Fact>
          ) : (
            <Fact
              name={t('laneSettings:fact.commits')}
              effect={t(loss.unpushed > 0 ? 'laneSettings:effect.lost' : 'laneSettings:effect.none')}
              isLost={loss.unpushed > 0}
            >
              <Was is={loss.unpushed} was={before?.unpushed} />{' '}
              {t(hasRemote ? 'laneSettings:fact.unpushed' : 'laneSettings:fact.unmerged')}
              {loss.head !== null && (
                <span className="mono">
                  {`, ${t('laneSettings:fact.at')} `}
                  <Was is={loss.head.slice(0, SHORT)} was={before?.head?.slice(0, SHORT)} />
                </span>
              )}
            </Fact>
          )}
          {lane.branch !== null && (
            <Fact
              name={t('lanes:new.branch')}
              effect={t(action === 'remove' ? 'laneSettings:effect.deleted' : 'laneSettings:effect.kept')}
            >
              <span className="mono">{lane.branch}</span>
            </Fact>
          )}
          {preflight?.database != null && (
            <Fact name={t('laneSettings:fact.database')} effect={t('laneSettings:effect.dropped')}>
              <span className="mono">{preflight.database}</span>
            </Fact>
          )}
        </Facts>
      )}
      {action === 'remove' && <p className="faint">{t('laneSettings:danger.stays')}</p>}
      {run.error !== null && !isStale && (
        <p role="alert" className="bad">
          {advice(run.error)}
        </p>
      )}
      <DialogButtons>
        <button type="button" className={buttons['button']} autoFocus onClick={onClose}>
          {t('cancel')}
        </button>
        <button
          type="button"
          className={buttons['danger']}
          disabled={loss === undefined || isBlocked || run.isPending}
          onClick={() => loss !== undefined && run.mutate(lossIn(loss) ?? loss)}
        >
          {run.isPending || worst === undefined
            ? t(run.isPending ? `laneSettings:danger.${action}Busy` : `laneSettings:danger.${action}`)
            : t(`laneSettings:danger.${action}Lose.${worst.what}`, { count: worst.count })}
        </button>
      </DialogButtons>
    </Dialog>
  )
}

/** A fact, after what it was before if it changed. */
const Was = ({ is, was }: { is: string | number; was: string | number | null | undefined }) =>
  was == null || was === is ? (
    is
  ) : (
    <>
      <s>{was}</s> <b>{is}</b>
    </>
  )
