import { Link } from '@tanstack/react-router'
import { lazy, memo, Suspense } from 'react'
import { modelName, usd } from '../../format/format.js'
import { Trans } from '../../i18n/trans.js'
import { useWords } from '../../i18n/use-words.js'
import type { Decision } from '../../api/types.js'
import { loadPart } from '../../lazy/load-part.js'
import { withWords } from '../../lazy/with-words.js'
import { AllTokens } from '../../kit/amount.js'
import buttons from '../../kit/button.module.css'
import { laneTitle } from '../../kit/lane-title.js'
import { MuteButton } from '../../kit/mute-button.js'
import { titleOf } from '../../kit/session-label.js'
import { Moment } from '../../kit/time.js'
import { UnpricedSign, unpricedNames } from '../../kit/unpriced-sign.js'
import { useContextShare } from '../../kit/use-context-share.js'
import { useLaneOf } from '../../live/lane-groups.js'
import { useSessionStats } from '../../live/use-session-stats.js'
import { useSession } from '../../rows/rows.js'
import { Ask } from './ask.js'
import styles from './peek.module.css'

// Most sessions have none.
const Subagents = lazy(async () => ({ default: (await loadPart(() => import('./subagents.js'))).Subagents }))
// Its messages arrive later anyway.
const LastTurn = lazy(async () => ({ default: (await loadPart(() => import('./last-turn.js'))).LastTurn }))
const DecisionActions = lazy(
  withWords('inbox', async () => ({ default: (await import('./inbox/decision-actions.js')).DecisionActions })),
)

interface PeekProps {
  readonly id: string
  /** What waits for the user, if anything does. */
  readonly decision: Decision | undefined
}

/** The selected session beside the list: its question, the evidence, and the last messages. */
export const Peek = memo(function Peek({ id, decision }: PeekProps) {
  const t = useWords()
  const session = useSession(id)
  const stats = useSessionStats(id)
  const context = useContextShare(id)
  const lane = useLaneOf(id)
  if (session === undefined) return <aside className={styles['peek']} data-peek aria-label={t('now:peek.label')} />
  const { tokens } = stats ?? {}
  return (
    <aside className={styles['peek']} data-peek aria-label={t('now:peek.label')}>
      <header>
        <div className={styles['title']}>
          <h2 title={titleOf(session)}>{lane === undefined ? titleOf(session) : laneTitle(lane)}</h2>
          {session.status === 'active' && <MuteButton id={id} />}
        </div>
        <div className={styles['meta']}>
          {session.cwd !== null && <span className="mono">{session.cwd}</span>}
          {session.git_branch !== null && <span className="mono">{session.git_branch}</span>}
          {session.model !== null && <span>{modelName(session.model)}</span>}
          {session.cost !== null && (
            <span className="num">
              {usd(session.cost)}
              <UnpricedSign names={unpricedNames(session.unpriced)} />
            </span>
          )}
          {tokens !== undefined && (
            <span>
              <Trans i18nKey="now:peek.tokens" components={{ value: <AllTokens of={tokens} /> }} />
            </span>
          )}
          {context !== undefined && (
            <span className="num" title={t('now:peek.contextTitle', { share: context.words, title: context.title })}>
              {t('now:peek.context', { share: context.words })}
            </span>
          )}
          <span>
            <Trans i18nKey="now:peek.started" components={{ at: <Moment at={session.started_at} /> }} />
          </span>
        </div>
      </header>
      <Ask session={session} />
      {decision !== undefined && (
        <Suspense>
          <DecisionActions decision={decision} />
        </Suspense>
      )}
      <Suspense>
        <Subagents session={session} />
      </Suspense>
      <Suspense>
        <LastTurn session={session} />
      </Suspense>
      <footer>
        {lane !== undefined && (
          <Link to="/lanes/$lane" params={{ lane: String(lane.id) }} className={buttons['button']}>
            {t('lane.open')} <kbd>l</kbd>
          </Link>
        )}
        <Link to="/sessions/$id" params={{ id }} className={buttons['button']}>
          <Trans i18nKey="now:peek.open" components={{ kbd: <kbd /> }} />
        </Link>
        <span>
          <Trans i18nKey="now:peek.move" components={{ kbd: <kbd /> }} />
        </span>
        <span>
          <Trans i18nKey="now:peek.hide" components={{ kbd: <kbd /> }} />
        </span>
      </footer>
    </aside>
  )
})
