import type { ReactNode } from 'react'
import { useWords } from '../../i18n/use-words.js'
import styles from './danger.module.css'

interface DangerProps {
  /** What is counted, for example `[['214', 'sessions']]`. */
  readonly counts: readonly (readonly [many: string, name: string])[]
  /** What stays, and that it cannot be undone. */
  readonly children: ReactNode
  /** A verb and an object with its number: "Delete 214 sessions". */
  readonly action: string
  readonly busy: boolean
  readonly error: string | undefined
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

/** What an action would delete, counted, with the button that does it. */
export function Danger({ counts, children, action, busy, error, onConfirm, onCancel }: DangerProps) {
  const t = useWords()
  return (
    <div className={styles['danger']} role="group" aria-label={action}>
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
      {error !== undefined && (
        <p role="alert" className="bad">
          {error}
        </p>
      )}
      <div className={styles['buttons']}>
        <button type="button" className="btn danger" disabled={busy} onClick={onConfirm}>
          {action}
        </button>
        <button type="button" className="btn" autoFocus onClick={onCancel}>
          {t('cancel')}
        </button>
      </div>
    </div>
  )
}
