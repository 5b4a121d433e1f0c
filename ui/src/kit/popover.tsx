import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'

/** Room that is left to the edges of the window. */
const EDGE_PX = 8

interface PopoverProps {
  readonly label: string
  /** What it stands below, or above where there is no room below. */
  readonly anchor: RefObject<HTMLElement | null>
  readonly children: ReactNode
  readonly onClose: () => void
}

/** A small panel over the page, which goes with Esc or a click elsewhere; the focus returns to where it came from. */
export function Popover({ label, anchor, children, onClose }: PopoverProps) {
  const panel = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const box = panel.current
    const from = anchor.current?.getBoundingClientRect()
    if (box === null || from === undefined) return
    box.showPopover()
    const { width, height } = box.getBoundingClientRect()
    const below = from.bottom + 4
    const top = below + height + EDGE_PX > innerHeight ? Math.max(EDGE_PX, from.top - height - 4) : below
    box.style.top = `${top}px`
    const left = from.left + width + EDGE_PX > innerWidth ? from.right - width : from.left
    box.style.left = `${Math.max(EDGE_PX, left)}px`
    // Whoever opens a form goes on with writing.
    const field = box.querySelector('input') ?? box
    field.focus()
  }, [anchor])
  return (
    <div
      ref={panel}
      popover="auto"
      role="dialog"
      aria-label={label}
      className="popover"
      tabIndex={-1}
      onToggle={(event) => {
        if (event.newState === 'closed') onClose()
      }}
    >
      {children}
    </div>
  )
}
