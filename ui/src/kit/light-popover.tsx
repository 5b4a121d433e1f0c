import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import styles from './light-popover.module.css'

/** The minimum distance to the edges of the window. */
const EDGE_PX = 8

interface LightPopoverProps {
  readonly label: string
  /** It opens below this element, or above it if there is no space below. */
  readonly anchor: RefObject<HTMLElement | null>
  readonly children: ReactNode
  readonly onClose: () => void
}

/**
 * A native popover for the first page, which needs little script. Esc or a click elsewhere closes it, and the focus returns.
 * Everywhere else use `Popover`.
 */
export function LightPopover({ label, anchor, children, onClose }: LightPopoverProps) {
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
    // Focus the first field of a form.
    const field = box.querySelector('input') ?? box
    field.focus()
  }, [anchor])
  return (
    <div
      ref={panel}
      popover="auto"
      role="dialog"
      aria-label={label}
      className={styles['panel']}
      data-popover
      tabIndex={-1}
      onToggle={(event) => {
        if (event.newState === 'closed') onClose()
      }}
    >
      {children}
    </div>
  )
}
