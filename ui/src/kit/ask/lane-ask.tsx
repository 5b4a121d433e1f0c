import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Lane, Pane, Session } from '../../api/types.js'
import { useWords } from '../../i18n/use-words.js'
import buttons from '../button.module.css'
import { AskCard } from './ask-card.js'
import { useShownAsk } from './use-shown-ask.js'

interface LaneAskProps {
  readonly lane: Lane
  readonly pane: Pane
  /** Undefined before the agent has reported one. */
  readonly session: Session | undefined
  readonly className: string | undefined
  /** Shown while its pane shows nothing that asks. */
  readonly fallback: ReactNode
}

/** What the agent in a pane of a lane asks, answered in place. */
export function LaneAsk({ lane, pane, session, className, fallback }: LaneAskProps) {
  const t = useWords()
  const { ask, isStill } = useShownAsk(pane.ask)
  if (ask === null) return fallback
  const terminal = (
    <Link
      to="/lanes/$lane"
      params={{ lane: String(lane.id) }}
      search={{ slot: pane.slot }}
      className={buttons['button']}
    >
      {t('lanes:question.open')}
    </Link>
  )
  return (
    <div className={className}>
      <AskCard key={ask.id} ask={ask} session={session} isStill={isStill} terminal={terminal} />
    </div>
  )
}
