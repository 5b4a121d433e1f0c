import { type RefObject, useState } from 'react'
import type { Pane } from '../../../api/types.js'
import { useSession } from '../../../rows/rows.js'
import { QuestionCard, WaitingCard } from './question-card.js'
import type { ScreenHandle } from './screen.js'
import styles from './terminal.module.css'
import { usePrompt } from './use-prompt.js'

interface QuestionProps {
  readonly lane: string
  readonly pane: Pane
  readonly screen: RefObject<ScreenHandle | null>
}

/** What the agent of the slot that is shown asks. */
export function Question({ lane, pane, screen }: QuestionProps) {
  const session = useSession(pane.session_id ?? '')
  const { prompt, waits, read, become } = usePrompt(lane, pane, session)
  const [answered, setAnswered] = useState<string>()
  if (!pane.alive) return null
  const shared = { slot: pane.slot, session, screen }
  if (prompt != null)
    return (
      <div className={styles['question']}>
        <QuestionCard
          {...shared}
          lane={lane}
          prompt={prompt}
          onRead={() => void read()}
          onNext={(next) => {
            setAnswered(session?.situation_since)
            become(next)
          }}
        />
      </div>
    )
  // The session of an answer that was just given waits until its next event.
  if (!waits || (session !== undefined && session.situation_since === answered)) return null
  return (
    <div className={styles['question']}>
      <WaitingCard {...shared} dialog={pane.waiting} />
    </div>
  )
}
