import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { advice, Failure } from '../api/failure.js'
import { useWords } from '../i18n/use-words.js'
import buttons from './button.module.css'
import { Dialog, DialogButtons } from './dialog.js'
import styles from './form-dialog.module.css'
import { ComplaintsContext, RefusalContext } from './refusal.js'

interface FormDialogProps {
  readonly title: string
  readonly action?: string
  /** Sends the form. An error of the service is shown at the field that it names, or else below all fields. */
  readonly send: (form: FormData) => Promise<unknown>
  /** Returns the errors by field before the form is sent. With any error, nothing is sent. */
  readonly check?: (form: FormData) => Readonly<Record<string, string>>
  /** The errors by field that it opens with. */
  readonly complaints?: Readonly<Record<string, string>>
  /** Whether something is lost. */
  readonly isDanger?: boolean
  /** Another way to go on, which loses something and needs no field. */
  readonly instead?: { readonly action: string; readonly send: () => Promise<unknown> }
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A form over the page. It closes once the service has accepted it. */
export function FormDialog(props: FormDialogProps) {
  const { title, action, send, check, isDanger = false, instead, onClose, children } = props
  const t = useWords()
  const form = useRef<HTMLFormElement>(null)
  const [isAtField, setAtField] = useState(false)
  const [complaints, setComplaints] = useState(props.complaints ?? {})
  const { mutate, error, isPending } = useMutation({
    mutationFn: (sending: () => Promise<unknown>) => sending(),
    onSuccess: onClose,
    onError: (refusal) => {
      const field = refusal instanceof Failure ? refusal.field : undefined
      setAtField(field !== undefined && form.current?.elements.namedItem(field) != null)
    },
  })
  // The user continues where something is wrong.
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [complaints, error])
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const entered = new FormData(event.currentTarget)
    const found = check?.(entered) ?? {}
    setComplaints(found)
    if (Object.keys(found).length === 0) mutate(() => send(entered))
  }
  /** Before the field that has the focus: Enter opens a select. */
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isDanger || isPending) return
    event.preventDefault()
    event.stopPropagation()
    event.currentTarget.requestSubmit()
  }
  return (
    <Dialog title={title} hidesClose ignoresOutside onClose={onClose}>
      <form ref={form} onSubmit={submit} onKeyDownCapture={onKeyDown} className={styles['form']} noValidate>
        <ComplaintsContext value={complaints}>
          <RefusalContext value={error}>{children}</RefusalContext>
        </ComplaintsContext>
        {error !== null && !isAtField && (
          <p role="alert" className="bad">
            {advice(error)}
          </p>
        )}
        <DialogButtons>
          {instead !== undefined && (
            <button
              type="button"
              className={`${buttons['danger']} ${styles['instead']}`}
              disabled={isPending}
              onClick={() => mutate(instead.send)}
            >
              {instead.action}
            </button>
          )}
          <button type="button" className={buttons['button']} onClick={onClose}>
            {t('cancel')}
          </button>
          <button type="submit" className={buttons[isDanger ? 'danger' : 'primary']} disabled={isPending}>
            {action ?? t('save')}
          </button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
