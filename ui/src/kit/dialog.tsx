import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { useWords } from '../i18n/use-words.js'
import { classes } from './classes.js'
import styles from './dialog.module.css'
import { controlsAround, keepPlace } from './keep-place.js'
import { LAYER } from './layer.js'

interface DialogProps {
  readonly title: ReactNode
  readonly size?: 'small' | 'medium' | 'large'
  /** Beside the title: a filter, a link. */
  readonly beside?: ReactNode
  /** Without the button that closes it, where its own buttons do. */
  readonly hidesClose?: boolean
  /** A click outside does not close it: it asks a question, or holds what the user typed. */
  readonly ignoresOutside?: boolean
  /** Returns what gets the focus when it closes; by default what opened it. */
  readonly returnTo?: () => HTMLElement | null
  readonly onClose: () => void
  readonly children: ReactNode
}

interface DialogFrameProps {
  /** Read aloud when it opens, where no `Radix.Title` inside names it. */
  readonly label?: string
  readonly className?: string | undefined
  readonly scrimClassName?: string | undefined
  readonly ignoresOutside?: boolean
  readonly returnTo?: (() => HTMLElement | null) | undefined
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Returns the element that gets the focus back. A menu item is removed by then, so that is the button of the menu. */
const openerNow = (): Element | null => {
  const focused = document.activeElement
  const button = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return button == null ? focused : document.getElementById(button)
}

/** The scrim and the focus of a dialog, without a head. It is open while it is rendered. */
export function DialogFrame(props: DialogFrameProps) {
  const { label, className, scrimClassName, ignoresOutside = false, returnTo, onClose, children } = props
  // Read before a field with `autoFocus` gets the focus: Radix would return the focus to that field, which is removed by then.
  const [opener] = useState(openerNow)
  // The change may remove the opener, for example "Add" in an empty list.
  const [nearby] = useState(() => (opener === null ? [] : controlsAround(opener)))
  return (
    <Radix.Root
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <Radix.Portal>
        <Radix.Overlay className={classes(styles['scrim'], scrimClassName)}>
          <Radix.Content
            {...LAYER}
            className={classes(styles['frame'], className)}
            aria-describedby={undefined}
            onCloseAutoFocus={(event) => {
              const target = returnTo?.() ?? [opener, ...nearby].find((element) => element?.isConnected)
              if (!(target instanceof HTMLElement)) return
              event.preventDefault()
              target.focus()
              keepPlace(target)
            }}
            onPointerDownOutside={(event) => {
              if (ignoresOutside) event.preventDefault()
            }}
          >
            {label !== undefined && <Radix.Title className="sr-only">{label}</Radix.Title>}
            {children}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** A dialog over the page. Esc closes it, and the focus returns to where it was. */
export function Dialog(props: DialogProps) {
  const {
    title,
    size = 'medium',
    beside,
    hidesClose = false,
    ignoresOutside = false,
    returnTo,
    onClose,
    children,
  } = props
  const t = useWords()
  return (
    <DialogFrame
      className={classes(styles['dialog'], styles[size])}
      ignoresOutside={ignoresOutside}
      returnTo={returnTo}
      onClose={onClose}
    >
      <header className={styles['head']}>
        <Radix.Title>{title}</Radix.Title>
        {beside}
        {!hidesClose && (
          <Radix.Close className={styles['close']} aria-label={t('close')}>
            <X size={16} aria-hidden />
          </Radix.Close>
        )}
      </header>
      {children}
    </DialogFrame>
  )
}

/** The buttons at the end of a dialog, the main action last. */
export const DialogButtons = ({ children }: { children: ReactNode }) => (
  <div className={styles['buttons']}>{children}</div>
)
