import styles from './review.module.css'
import { type Line, piecesOf } from './segments.js'
import { useTokens } from './syntax.js'

const SIGNS = { added: '+', removed: '−', context: ' ' } as const

/** One line of a diff, coloured, with what differs from the other side. */
export function DiffLine({ line, side }: { line: Line; side?: 'before' | 'after' }) {
  const { type, oldLine, newLine } = line
  const tokens = useTokens(line)
  return (
    <div className={styles['line']} data-type={type}>
      <span className={styles['number']}>{side === 'before' ? oldLine : (newLine ?? oldLine)}</span>
      <span className={styles['sign']}>{SIGNS[type]}</span>
      <code>
        {piecesOf(line, tokens).map(({ text, kind, isChanged }, at) => {
          if (isChanged)
            return (
              <mark key={at} data-syntax={kind}>
                {text}
              </mark>
            )
          return kind === undefined ? (
            text
          ) : (
            <span key={at} data-syntax={kind}>
              {text}
            </span>
          )
        })}
      </code>
    </div>
  )
}
