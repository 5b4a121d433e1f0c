import { exactCount } from '../../../format/format.js'

/** How many lines of a file were added and deleted. */
export function LineCounts({ added, deleted }: { added: number | null; deleted: number | null }) {
  return (
    <span className="num">
      <span className="well">+{exactCount(added ?? 0)}</span> <span className="bad">−{exactCount(deleted ?? 0)}</span>
    </span>
  )
}
