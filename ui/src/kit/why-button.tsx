import { type ReactNode, useRef, useState } from 'react'
import { useWords } from '../i18n/use-words.js'
import { LightPopover } from './light-popover.js'

interface WhyButtonProps {
  /** The id of the session or agent. */
  readonly of: string
  readonly state: string
  readonly title: string
  /** The evidence, rendered when the popover opens. */
  readonly facts: ReactNode
  readonly className: string | undefined
  /** -1 where a shortcut leads to it, so that a row of a list is one Tab stop. */
  readonly tabIndex?: number
  readonly children: ReactNode
}

/** The state of a session or an agent as a button that shows the event behind it. */
export function WhyButton({ of, state, title, facts, className, tabIndex, children }: WhyButtonProps) {
  const t = useWords()
  // The number of the current opening, 0 while it is closed. A popover reports its closing late. If it was reopened in between,
  // that report is about the old one and is ignored.
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
          // A click outside closes an open popover, and this button is outside; a key does not.
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
