import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useCaller } from '../../api/caller.js'
import { useWords } from '../../i18n/use-words.js'
import buttons from '../../kit/button.module.css'
import { secretIn } from '../../kit/secret-in.js'
import { OwnPassword } from '../../kit/own-password.js'
import styles from './danger.module.css'

interface DangerProps {
  /** What is counted, for example `[['214', 'sessions']]`. */
  readonly counts: readonly (readonly [many: string, name: string])[]
  /** What stays, and that it cannot be undone. */
  readonly children: ReactNode
  /** A verb and an object with its number: "Delete 214 sessions". */
  readonly action: string
  /** Whether a service with several users asks for the password again. */
  readonly asksPassword?: boolean
  readonly busy: boolean
  /** The button that asked. It gets the focus back when the question is gone. */
  readonly opener: RefObject<HTMLButtonElement | null>
  readonly error: string | undefined
  /** With the password of the user, if the service has several. */
  readonly onConfirm: (currentPassword: string | undefined) => void
  readonly onCancel: () => void
}

/** What an action would delete, counted, with the button that does it. Esc cancels. */
export function Danger({
  counts,
  children,
  action,
  asksPassword = false,
  busy,
  opener,
  error,
  onConfirm,
  onCancel,
}: DangerProps) {
  const t = useWords()
  const isAsked = useCaller() !== undefined && asksPassword
  const group = useRef<HTMLFormElement>(null)
  const hadFocus = useRef(false)
  useLayoutEffect(() => {
    const box = group.current
    return () => {
      hadFocus.current = box?.contains(document.activeElement) ?? false
    }
  }, [])
  // Only now, because the button is disabled while the question is open.
  useEffect(
    () => () => {
      if (hadFocus.current) opener.current?.focus()
    },
    [opener],
  )
  return (
    <form
      ref={group}
      className={styles['danger']}
      role="group"
      aria-label={action}
      onSubmit={(event) => {
        event.preventDefault()
        onConfirm(isAsked ? secretIn(new FormData(event.currentTarget), 'currentPassword') : undefined)
      }}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onCancel()
      }}
    >
      {counts.length > 0 && (
        <dl className={styles['counts']}>
          {counts.map(([many, name]) => (
            <div key={name}>
              <dd>{many}</dd>
              <dt>{name}</dt>
            </div>
          ))}
        </dl>
      )}
      <div>{children}</div>
      {isAsked && <OwnPassword />}
      {error !== undefined && (
        <p role="alert" className="bad">
          {error}
        </p>
      )}
      <div className={styles['buttons']}>
        <button type="submit" className={buttons['danger']} disabled={busy}>
          {action}
        </button>
        <button type="button" className={buttons['button']} autoFocus onClick={onCancel}>
          {t('cancel')}
        </button>
      </div>
    </form>
  )
}
