import type { ReactNode } from 'react'
import { useWords } from '../i18n/use-words.js'
import buttons from './button.module.css'
import { Dialog, DialogButtons } from './dialog.js'

interface ConfirmProps {
  /** A question: "Delete 12 sessions?" */
  readonly title: string
  /** What will happen, with its numbers. */
  readonly children: ReactNode
  /** A verb and an object: "Delete sessions". */
  readonly action: string
  /** Whether nothing is lost. */
  readonly isHarmless?: boolean
  readonly busy: boolean
  readonly error: string | undefined
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks before something that cannot be undone or takes long. */
export function Confirm({
  title,
  children,
  action,
  isHarmless = false,
  busy,
  error,
  onConfirm,
  onClose,
}: ConfirmProps) {
  const t = useWords()
  return (
    <Dialog title={title} size="small" hidesClose ignoresOutside onClose={onClose}>
      <div>{children}</div>
      {error !== undefined && (
        <p role="alert" className="bad">
          {error}
        </p>
      )}
      <DialogButtons>
        <button type="button" className={buttons['button']} onClick={onClose} autoFocus>
          {t('cancel')}
        </button>
        <button
          type="button"
          className={buttons[isHarmless ? 'primary' : 'danger']}
          disabled={busy}
          onClick={onConfirm}
        >
          {action}
        </button>
      </DialogButtons>
    </Dialog>
  )
}
