import { type ReactNode, useRef, useState } from 'react'
import { useWords } from '../i18n/use-words.js'
import { LightPopover } from './light-popover.js'

interface WhyButtonProps {
  /** Whose state it is. */
  readonly of: string
  readonly state: string
  readonly title: string
  /** What it rests on, made when somebody asks. */
  readonly facts: ReactNode
  readonly className: string | undefined
  /** Left out of the Tab order where a key leads to it, so that a list of rows stays one stop per row. */
  readonly tabIndex?: number
  readonly children: ReactNode
}

/** The state of a session or an agent as a button: it tells which event made it so. */
export function WhyButton({ of, state, title, facts, className, tabIndex, children }: WhyButtonProps) {
  const t = useWords()
  // Which opening it is, 0 while it is closed. A popover tells that it was closed a moment after it is: opened anew in
  // between, it is another one, and what the former tells is old.
  const [opening, setOpening] = useState(0)
  const isOpen = opening > 0
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
        onClick={({ detail }) => {
          // A pointer beside an open popover closes it, and this button is beside it; a key is never meant to.
          if (!isOpen || detail === 0) setOpening(opening + 1)
        }}
      >
        {children}
      </button>
      {isOpen && (
        <LightPopover
          key={opening}
          label={title}
          anchor={button}
          onClose={() => setOpening((latest) => (latest === opening ? 0 : latest))}
        >
          {facts}
        </LightPopover>
      )}
    </>
  )
}
