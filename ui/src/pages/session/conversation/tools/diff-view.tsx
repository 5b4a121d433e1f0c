import type { DiffLine } from '../../../../../../src/domain/line-diff.js'

const CLASS = { '+': 'a', '-': 'd', ' ': 'c' } as const

/** Removed and added lines, told apart by sign as well as by colour. */
export function DiffView({ lines }: { lines: readonly DiffLine[] }) {
  return (
    <pre className="diff" tabIndex={0}>
      {lines.map((line, index) => (
        <span key={index} className={CLASS[line.mark]}>
          {line.mark} {line.text}
          {'\n'}
        </span>
      ))}
    </pre>
  )
}
