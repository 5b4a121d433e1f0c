import type { ReactNode } from 'react'
import { classes } from './classes.js'
import styles from './page.module.css'

interface PageProps {
  readonly title: ReactNode
  /** Above the title: the way to the page above. */
  readonly above?: ReactNode
  /** Beside the title: a number, a state. */
  readonly note?: ReactNode
  /** At the right edge of the head. */
  readonly actions?: ReactNode
  /** A column of 720 px, for settings and forms. */
  readonly isNarrow?: boolean
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A page that scrolls as a whole: its head with title and actions, and its content. */
export function Page({ title, above, note, actions, isNarrow = false, className, children }: PageProps) {
  return (
    <div className={classes(styles['page'], isNarrow && styles['narrow'], className)}>
      {above}
      <header className={styles['head']}>
        <h1>{title}</h1>
        {note !== undefined && <span className={styles['note']}>{note}</span>}
        {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
      </header>
      {children}
    </div>
  )
}
