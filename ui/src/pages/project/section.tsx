import type { ReactNode } from 'react'
import { exactCount } from '../../format/format.js'
import styles from './section.module.css'

interface SectionProps {
  readonly title: string
  readonly count?: number | undefined
  /** A link or a button at the end of the title. */
  readonly beside?: ReactNode
  readonly children: ReactNode
}

/** One part of the page, with its title. */
export function Section({ title, count, beside, children }: SectionProps) {
  return (
    <section className={styles['section']} aria-label={title}>
      <header>
        <h2>{title}</h2>
        {count !== undefined && <span className="num">{exactCount(count)}</span>}
        {beside}
      </header>
      {children}
    </section>
  )
}

/** The text of an empty section. */
export const Empty = ({ children }: { children: string }) => <p className={styles['empty']}>{children}</p>
