import styles from './review.module.css'
import { type Line, piecesOf } from './segments.js'

const SIGNS = { added: '+', removed: '−', context: ' ' } as const

/** One line of a diff, with what differs from the other side. */
export function DiffLine({ line }: { line: Line }) {
  const { type, oldLine, newLine } = line
  return (
    <div className={styles['line']} data-type={type}>
      <span className={styles['number']}>{newLine ?? oldLine}</span>
      <span className={styles['sign']}>{SIGNS[type]}</span>
      <code>
        {piecesOf(line).map((piece, at) => (piece.isChanged ? <mark key={at}>{piece.text}</mark> : piece.text))}
      </code>
    </div>
  )
}
