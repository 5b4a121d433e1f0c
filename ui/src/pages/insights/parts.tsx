import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { CallsSearch } from '../../calls/search.js'
import type { Key } from '../../figures/palette.js'
import styles from './page.module.css'
import { projectName } from './project-name.js'
import type { InsightsSearch } from './search.js'
import { useInsights } from './use-insights.js'

/** What the colours of a chart mean, beside its controls. */
export function ChartLegend({ keys, children }: { keys: readonly Key[]; children?: ReactNode }) {
  return (
    <span className={styles['legend']}>
      {keys.map(({ name, colour }) => (
        <span key={name}>
          <i className={styles['swatch']} style={{ background: colour }} aria-hidden />
          {name}
        </span>
      ))}
      {children}
    </span>
  )
}

export const DashKey = ({ children }: { children: string }) => (
  <span>
    <i className={styles['dash']} aria-hidden />
    {children}
  </span>
)

/** A project, which narrows all figures to it. */
export function ProjectLink({ cwd, name = projectName(cwd) }: { cwd: string | null; name?: string }) {
  const { change } = useInsights()
  if (cwd === null) return <span className={styles['low']}>{name}</span>
  return (
    <button type="button" className={styles['name']} title={cwd} onClick={() => change({ project: [cwd] })}>
      <span className={styles['cut']}>{name}</span>
    </button>
  )
}

export const SessionLink = ({ id, name }: { id: string; name: string }) => (
  <Link to="/sessions/$id" params={{ id }} className={styles['name']}>
    {name === '' ? id.slice(0, 8) : name}
  </Link>
)

interface CallsLinkProps {
  /** The calls are those of the same projects and agent CLIs. */
  readonly search: InsightsSearch
  readonly filter: CallsSearch
  readonly children: ReactNode
}

/** What the calls behind a figure are found by, in Activity. */
export const CallsLink = ({ search: { project: cwd, tool: cli }, filter, children }: CallsLinkProps) => (
  <Link
    to="/activity"
    search={{ ...filter, ...(cwd === undefined ? {} : { cwd }), ...(cli === undefined ? {} : { cli }) }}
    className={styles['name']}
  >
    {children}
  </Link>
)

/** A value with its share of the largest as a bar. */
export function WithShare({ words, value, most }: { words: string; value: number; most: number }) {
  return (
    <>
      {words}
      <span className={styles['share']} aria-hidden>
        <i style={{ width: `${most > 0 ? (value / most) * 100 : 0}%` }} />
      </span>
    </>
  )
}
