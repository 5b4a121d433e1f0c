import type { ReactNode } from 'react'
import { hundredths } from '../../../format/format.js'
import styles from './routing.module.css'

interface QuotaBarProps {
  readonly label: string
  /** Percent of the limit. */
  readonly used: number
  /** From here on, an account gets no new agents; a mark on the bar. */
  readonly block?: number
  readonly children?: ReactNode
}

/** How much of a limit is used. Red from the mark on, never before. */
export function QuotaBar({ label, used, block, children }: QuotaBarProps) {
  const isFull = used >= (block ?? 100)
  return (
    <div className={styles['quota']} data-full={isFull || undefined}>
      <span className={styles['label']}>{label}</span>
      <b className="num">{hundredths(Math.floor(used))}</b>
      <div
        className={styles['track']}
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(used)}
      >
        <i style={{ width: `${Math.min(100, used)}%` }} />
        {block !== undefined && <s style={{ left: `${block}%` }} />}
      </div>
      <span className="faint">{children}</span>
    </div>
  )
}
