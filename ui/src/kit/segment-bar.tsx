import { memo } from 'react'
import { useWords } from '../i18n/use-words.js'
import { classes } from './classes.js'
import styles from './segment-bar.module.css'

// More segments than this could not be distinguished.
const MOST = 12
const ORDER = [
  ['completed', styles['done']],
  ['working', styles['working']],
  ['waiting', undefined],
  ['error', styles['failed']],
] as const

interface SegmentBarProps {
  readonly counts: Readonly<Record<string, number>>
}

// The counts are a new object with every change of the session, but rarely differ.
const isSame = ({ counts: a }: SegmentBarProps, { counts: b }: SegmentBarProps): boolean =>
  ORDER.every(([status]) => a[status] === b[status])

/** Returns the number of subagents in all states. */
export const totalOf = (counts: SegmentBarProps['counts']): number =>
  ORDER.reduce((sum, [status]) => sum + (counts[status] ?? 0), 0)

/** The subagents of a session, one segment each; above a dozen, segments show shares. */
export const SegmentBar = memo(function SegmentBar({ counts }: SegmentBarProps) {
  const t = useWords()
  const total = totalOf(counts)
  if (total === 0) return null
  const scale = Math.min(1, MOST / total)
  const states = ORDER.filter(([status]) => (counts[status] ?? 0) > 0)
    .map(([status]) => t(`subagents.${status}`, { many: counts[status] }))
    .join(', ')
  const label = t('subagents.all', { count: total, states })
  return (
    <span className={styles['bar']} data-segments role="img" aria-label={label} title={label}>
      {ORDER.flatMap(([status, mark]) =>
        Array.from({ length: Math.ceil((counts[status] ?? 0) * scale) }, (_, index) => (
          <i key={`${status}${index}`} className={mark} />
        )),
      )}
      {total > MOST && <span className={classes('num', styles['total'])}>{total}</span>}
    </span>
  )
}, isSame)
