import { type ReactNode, useRef, useState } from 'react'
import type { Session } from '../api/types.js'
import { useWords } from '../i18n/use-words.js'
import { Popover } from './popover.js'
import { situationWords } from './situation.js'
import { WhyFacts } from './why-facts.js'

interface WhyButtonProps {
  readonly session: Session
  readonly className: string
  /** Left out of the Tab order where a key leads to it, so that a list of rows stays one stop per row. */
  readonly tabIndex?: number
  readonly children: ReactNode
}

/** The state of a session as a button: it tells which event made it so. */
export function WhyButton({ session, className, tabIndex, children }: WhyButtonProps) {
  const t = useWords()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const words = t('why.button', { situation: situationWords(session.situation) })
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        data-why={session.id}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={words}
        title={words}
        tabIndex={tabIndex}
        onClick={() => setOpen(true)}
      >
        {children}
      </button>
      {isOpen && (
        <Popover label={t(`why.title.${session.situation}`)} anchor={button} onClose={() => setOpen(false)}>
          <WhyFacts session={session} />
        </Popover>
      )}
    </>
  )
}
