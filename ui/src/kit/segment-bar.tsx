import { plural } from '../format/format.js'

// More segments than this would be a bar to count, not to read.
const MOST = 12
const ORDER = [
  ['completed', 'd', 'done'],
  ['working', 'w', 'working'],
  ['waiting', 'q', 'waiting'],
  ['error', 'f', 'failed'],
] as const

/** The subagents of a session, one segment each; beyond a dozen the segments stand for shares. */
export function SegmentBar({ counts }: { counts: Readonly<Record<string, number>> }) {
  const total = ORDER.reduce((sum, [status]) => sum + (counts[status] ?? 0), 0)
  if (total === 0) return null
  const scale = Math.min(1, MOST / total)
  const words = ORDER.filter(([status]) => (counts[status] ?? 0) > 0).map(
    ([status, , word]) => `${counts[status]} ${word}`,
  )
  const label = `${plural(total, 'subagent')}: ${words.join(', ')}`
  return (
    <span className="seg" role="img" aria-label={label} title={label}>
      {ORDER.flatMap(([status, mark]) =>
        Array.from({ length: Math.ceil((counts[status] ?? 0) * scale) }, (_, index) => (
          <i key={`${status}${index}`} className={mark} />
        )),
      )}
      {total > MOST && <span className="num seg-total">{total}</span>}
    </span>
  )
}
