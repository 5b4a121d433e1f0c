import { type ReactNode, useRef, useState } from 'react'
import { useWords } from '../i18n/use-words.js'
import { Popover } from './popover.js'
import type { Reason } from './reason.js'
import { WhyFacts } from './why-facts.js'

interface WhyButtonProps {
  readonly reason: Reason
  readonly className: string
  /** Left out of the Tab order where a key leads to it, so that a list of rows stays one stop per row. */
  readonly tabIndex?: number
  readonly children: ReactNode
}

/** The state of a session or an agent as a button: it tells which event made it so. */
export function WhyButton({ reason, className, tabIndex, children }: WhyButtonProps) {
  const t = useWords()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const words = t('why.button', { situation: reason.state })
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        data-why={reason.of}
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
        <Popover label={reason.title} anchor={button} onClose={() => setOpen(false)}>
          <WhyFacts reason={reason} />
        </Popover>
      )}
    </>
  )
}
