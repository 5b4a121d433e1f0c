import { type ReactNode, useRef, useState } from 'react'
import { useWords } from '../i18n/use-words.js'
import { Popover } from './popover.js'

interface WhyButtonProps {
  /** Whose state it is. */
  readonly of: string
  readonly state: string
  readonly title: string
  /** What it rests on, made when somebody asks. */
  readonly facts: ReactNode
  readonly className: string
  /** Left out of the Tab order where a key leads to it, so that a list of rows stays one stop per row. */
  readonly tabIndex?: number
  readonly children: ReactNode
}

/** The state of a session or an agent as a button: it tells which event made it so. */
export function WhyButton({ of, state, title, facts, className, tabIndex, children }: WhyButtonProps) {
  const t = useWords()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const words = t('why.button', { situation: state })
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        data-why={of}
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
        <Popover label={title} anchor={button} onClose={() => setOpen(false)}>
          {facts}
        </Popover>
      )}
    </>
  )
}
