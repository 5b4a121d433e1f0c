import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useWords } from '../i18n/use-words.js'

interface ConfirmProps {
  readonly title: string
  /** What will happen, with its numbers. */
  readonly children: ReactNode
  readonly action: string
  readonly busy: boolean
  readonly error: string | undefined
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks before something that cannot be undone. */
export function Confirm({ title, children, action, busy, error, onConfirm, onClose }: ConfirmProps) {
  const t = useWords()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    // Closed before it leaves the page, so that the focus goes back to where it was.
    return () => shown?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-label={title}
      onClose={() => dialog.current?.open === false && onClose()}
    >
      <h2>{title}</h2>
      <div>{children}</div>
      {error !== undefined && (
        <p role="alert" className="bad">
          {error}
        </p>
      )}
      <div className="buttons">
        <button type="button" className="btn" onClick={() => dialog.current?.close()} autoFocus>
          {t('keepEverything')}
        </button>
        <button type="button" className="btn danger" disabled={busy} onClick={onConfirm}>
          {action}
        </button>
      </div>
    </dialog>
  )
}
