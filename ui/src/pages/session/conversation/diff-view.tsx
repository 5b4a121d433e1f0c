import type { DiffLine } from './diff.js'

const CLASS = { '+': 'a', '-': 'd', ' ': 'c' } as const

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
