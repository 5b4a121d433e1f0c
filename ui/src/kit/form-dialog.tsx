import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { advice, Failure } from '../api/failure.js'
import { useWords } from '../i18n/use-words.js'
import { RefusalContext } from './refusal.js'

interface FormDialogProps {
  readonly title: string
  readonly action?: string
  /** Sends what was entered. What the service says is wrong stands at the field it names, or else below them all. */
  readonly send: (form: FormData) => Promise<unknown>
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A form over the page. It closes once the service has taken what was entered. */
export function FormDialog({ title, action, send, onClose, children }: FormDialogProps) {
  const t = useWords()
  const dialog = useRef<HTMLDialogElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const id = useId()
  const [isAtField, setAtField] = useState(false)
  useEffect(() => dialog.current?.showModal(), [])
  const { mutate, error, isPending } = useMutation({
    mutationFn: send,
    onSuccess: () => dialog.current?.close(),
    onError: (refusal) => {
      const field = refusal instanceof Failure ? refusal.field : undefined
      setAtField(field !== undefined && form.current?.elements.namedItem(field) != null)
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    mutate(new FormData(event.currentTarget))
  }
  return (
    <dialog ref={dialog} className="dialog wide" aria-labelledby={id} onClose={onClose}>
      <h2 id={id}>{title}</h2>
      <form ref={form} onSubmit={submit} className="form" noValidate>
        <RefusalContext value={error}>{children}</RefusalContext>
        {error !== null && !isAtField && (
          <p role="alert" className="bad">
            {advice(error)}
          </p>
        )}
        <div className="buttons">
          <button type="button" className="btn" onClick={() => dialog.current?.close()}>
            {t('cancel')}
          </button>
          <button type="submit" className="btn primary" disabled={isPending}>
            {action ?? t('save')}
          </button>
        </div>
      </form>
    </dialog>
  )
}
