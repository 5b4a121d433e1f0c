import { Link, type LinkProps } from '@tanstack/react-router'
import { count as countWords } from '../format/format.js'
import styles from './tabs.module.css'
import { useCurrentInView } from './use-current-in-view.js'

/** A tab: its address and its name. */
export type Tab = Pick<LinkProps, 'to' | 'search' | 'params' | 'activeOptions' | 'replace'> & {
  readonly label: string
  readonly count?: number | undefined
}

/** The parts of a page, each at its own address. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const strip = useCurrentInView()
  return (
    <nav ref={strip} className={styles['tabs']} aria-label={label}>
      {tabs.map(({ label: name, count, ...link }) => (
        <Link key={name} {...link}>
          {name}
          {count !== undefined && <span className={styles['count']}>{countWords(count)}</span>}
        </Link>
      ))}
    </nav>
  )
}
