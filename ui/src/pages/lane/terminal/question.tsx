import { type RefObject, useState } from 'react'
import type { Pane } from '../../../api/types.js'
import { useSession } from '../../../rows/rows.js'
import { QuestionCard, WaitingCard } from './question-card.js'
import type { ScreenHandle } from './screen.js'
import styles from './terminal.module.css'
import { usePrompt } from './use-prompt.js'

/** The prompt that is shown. */
interface Known {
  readonly digest: string
  /** Whether it has replaced another one that the user may have read. */
  readonly isChanged: boolean
  /** Whether the user has answered it. */
  readonly isAnswered: boolean
}

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
  const [known, setKnown] = useState<Known>()
  // Another prompt, not by an answer of this page.
  if (prompt != null && prompt.digest !== known?.digest)
    setKnown({ digest: prompt.digest, isChanged: known !== undefined && !known.isAnswered, isAnswered: false })
  if (prompt === null && known !== undefined) setKnown(undefined)
  if (!pane.alive) return null
  const shared = { slot: pane.slot, session, screen }
  if (prompt != null)
    return (
      <div className={styles['question']}>
        <QuestionCard
          key={prompt.digest}
          {...shared}
          lane={lane}
          prompt={prompt}
          isChanged={known?.isChanged === true}
          onRead={() => void read()}
          onSend={() => setKnown({ digest: prompt.digest, isChanged: false, isAnswered: true })}
          onTaken={(next) => {
            setAnswered(session?.situation_since)
            become(next)
          }}
          onGone={(next) => {
            if (next !== null) setKnown({ digest: next.digest, isChanged: true, isAnswered: false })
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
