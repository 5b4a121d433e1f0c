import { Popover as Radix } from 'radix-ui'
import type { CSSProperties, ReactElement, ReactNode } from 'react'
import { LAYER } from './layer.js'
import styles from './popover.module.css'

interface PopoverProps {
  /** Read aloud when it opens. */
  readonly label: string
  /** The button that opens it. */
  readonly trigger: ReactElement
  readonly children: ReactNode
  /** Leave out both to let it open and close by itself. */
  readonly open?: boolean
  readonly onOpenChange?: (open: boolean) => void
  readonly align?: 'start' | 'center' | 'end'
  /** In pixels; at most the width of the window. */
  readonly width?: number
}

/** A panel at a button. Esc or a click elsewhere closes it, and the focus returns to the button. */
export function Popover({ label, trigger, children, align = 'start', width, ...state }: PopoverProps) {
  const style: CSSProperties = width === undefined ? {} : { ['--popover-width' as string]: `${width}px` }
  return (
    <Radix.Root {...state}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          {...LAYER}
          aria-label={label}
          className={styles['panel']}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          style={style}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
