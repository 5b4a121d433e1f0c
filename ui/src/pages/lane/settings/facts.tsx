import type { ReactNode } from 'react'
import styles from './settings.module.css'

/** What an action does, one line for each thing. */
export const Facts = ({ children }: { children: ReactNode }) => <dl className={styles['facts']}>{children}</dl>

interface FactProps {
  readonly name: string
  /** What the action does to it. */
  readonly effect: string
  readonly isLost?: boolean
  readonly children: ReactNode
}

/** One thing by name, its value, and what the action does to it. */
export const Fact = ({ name, effect, isLost = false, children }: FactProps) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
    <dd data-lost={isLost}>{effect}</dd>
  </div>
)
