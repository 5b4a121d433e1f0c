import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { advice, Failure } from '../api/failure.js'
import { useWords } from '../i18n/use-words.js'
import { Dialog, DialogButtons } from './dialog.js'
import { RefusalContext } from './refusal.js'

interface FormDialogProps {
  readonly title: string
  readonly action?: string
  /** Sends the form. An error of the service is shown at the field it names, or else below all fields. */
  readonly send: (form: FormData) => Promise<unknown>
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A form over the page. It closes once the service has accepted it. */
export function FormDialog({ title, action, send, onClose, children }: FormDialogProps) {
  const t = useWords()
  const form = useRef<HTMLFormElement>(null)
  const [isAtField, setAtField] = useState(false)
  const { mutate, error, isPending } = useMutation({
    mutationFn: send,
    onSuccess: onClose,
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
    <Dialog title={title} hidesClose ignoresOutside onClose={onClose}>
      <form ref={form} onSubmit={submit} className="form" noValidate>
        <RefusalContext value={error}>{children}</RefusalContext>
        {error !== null && !isAtField && (
          <p role="alert" className="bad">
            {advice(error)}
          </p>
        )}
        <DialogButtons>
          <button type="button" className="btn" onClick={onClose}>
            {t('cancel')}
          </button>
          <button type="submit" className="btn primary" disabled={isPending}>
            {action ?? t('save')}
          </button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
