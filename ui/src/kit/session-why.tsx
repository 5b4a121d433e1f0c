import { lazy, type ReactNode, Suspense } from 'react'
import type { Session, Situation } from '../api/types.js'
import { useWords } from '../i18n/use-words.js'
import { loadPart } from '../lazy/load-part.js'
import { useSession } from '../rows/rows.js'
import { reasonOfSession } from './reason.js'
import { situationWords } from './situation.js'
import { WhyButton } from './why-button.js'

// Shown when the user asks for it.
const WhyFacts = lazy(async () => ({ default: (await loadPart(() => import('./why-facts.js'))).WhyFacts }))

interface SessionWhyProps {
  readonly id: string
  readonly situation: Situation
  /** The loaded session, for sessions that the socket does not update. */
  readonly read?: Session
  readonly className: string | undefined
  readonly tabIndex?: number
  readonly children: ReactNode
}

/** The situation of a session as a button that shows the event behind it. */
export function SessionWhy({ id, situation, read, className, tabIndex, children }: SessionWhyProps) {
  const t = useWords()
  return (
    <WhyButton
      of={id}
      title={t(`why.title.${situation}`)}
      state={situationWords(situation)}
      facts={<Facts id={id} read={read} />}
      className={className}
      {...(tabIndex === undefined ? {} : { tabIndex })}
    >
      {children}
    </WhyButton>
  )
}

function Facts({ id, read }: { id: string; read: Session | undefined }) {
  const session = useSession(id) ?? read
  return session === undefined ? null : (
    <Suspense>
      <WhyFacts reason={reasonOfSession(session)} />
    </Suspense>
  )
}
