import type { ReactNode } from 'react'
import styles from './header.module.css'

/** The header of Now: one line of a fixed height. */
export const Header = ({ children }: { children: ReactNode }) => (
  <header className={styles['header']}>
    <div className={styles['line']}>{children}</div>
  </header>
)
