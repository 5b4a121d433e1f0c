import type { DiffLine } from '../../../../../../src/domain/line-diff.js'
import { classes } from '../../../../kit/classes.js'
import styles from './diff-view.module.css'
import pieces from './pieces.module.css'

const CLASS = { '+': styles['added'], '-': styles['removed'], ' ': styles['same'] } as const

/** Removed and added lines, marked by sign and colour. */
export function DiffView({ lines }: { lines: readonly DiffLine[] }) {
  return (
    <pre className={classes(pieces['text'], styles['diff'])} tabIndex={0}>
      {lines.map((line, index) => (
        <span key={index} className={CLASS[line.mark]}>
          {line.mark} {line.text}
          {'\n'}
        </span>
      ))}
    </pre>
  )
}
