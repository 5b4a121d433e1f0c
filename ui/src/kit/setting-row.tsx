import type { ReactNode } from 'react'
import { classes } from './classes.js'
import styles from './setting-row.module.css'

interface SettingRowProps {
  readonly label: ReactNode
  /** Before the label: a state, a kind. */
  readonly icon?: ReactNode
  /** One short sentence, if the label is not enough. */
  readonly help?: ReactNode
  readonly error?: ReactNode
  /** The control: a switch, a select, a button. */
  readonly children?: ReactNode
  /** The label belongs to the control with this id. */
  readonly htmlFor?: string
  /** The control gets a line of its own on the phone. */
  readonly isWide?: boolean
  /** Shown under the row at full width: a preview, a form. */
  readonly below?: ReactNode
}

/** One setting: its label, at most one sentence of help, its control, and its error. */
export function SettingRow({ label, icon, help, error, children, htmlFor, isWide = false, below }: SettingRowProps) {
  return (
    <div className={classes(styles['row'], isWide && styles['wide'])} data-icon={icon === undefined ? undefined : ''}>
      {icon}
      <div>
        {htmlFor === undefined ? (
          <div className={styles['label']}>{label}</div>
        ) : (
          <label className={styles['label']} htmlFor={htmlFor}>
            {label}
          </label>
        )}
        {help !== undefined && <p className={styles['help']}>{help}</p>}
        {error !== undefined && (
          <p role="alert" className={styles['error']}>
            {error}
          </p>
        )}
      </div>
      <div className={styles['control']}>{children}</div>
      {below !== undefined && <div className={styles['below']}>{below}</div>}
    </div>
  )
}

interface SettingSectionProps {
  /** Left out for the only section of a page. */
  readonly title?: string
  /** Actions, beside the title. */
  readonly actions?: ReactNode
  readonly id?: string
  readonly children: ReactNode
}

/** Settings that belong together, in a column of 720 px. */
export function SettingSection({ title, actions, id, children }: SettingSectionProps) {
  return (
    <section className={styles['section']} id={id}>
      {(title !== undefined || actions !== undefined) && (
        <header className={styles['head']}>
          {title !== undefined && <h2>{title}</h2>}
          {actions}
        </header>
      )}
      {children}
    </section>
  )
}
