import { type ReactNode, useRef, useState } from 'react'
import type { Session } from '../api/types.js'
import { Popover } from './popover.js'
import { SITUATION_WORDS } from './situation.js'
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
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const words = SITUATION_WORDS[session.situation]
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        data-why={session.id}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={`${words}: why?`}
        title={`${words}: why?`}
        tabIndex={tabIndex}
        onClick={() => setOpen(true)}
      >
        {children}
      </button>
      {isOpen && (
        <Popover label={`Why ${words.toLowerCase()}`} anchor={button} onClose={() => setOpen(false)}>
          <WhyFacts session={session} />
        </Popover>
      )}
    </>
  )
}
