import type { Branch } from './tree.js'

/** What a key does in the tree: select another agent, collapse or expand one, open one, or show the reason for its state. */
type Move =
  | { readonly kind: 'go'; readonly id: string }
  | { readonly kind: 'fold' | 'unfold' | 'open' | 'why'; readonly id: string }

interface Identified {
  readonly id: string
}

/** Rows per page key. */
const PAGE = 10

/** Returns the move for a key of a tree view: up and down between rows, right to expand or enter, left to collapse or leave. */
export function moveBy<A extends Identified>(
  key: string,
  rows: readonly Branch<A>[],
  at: string | undefined,
  folded: ReadonlySet<string>,
): Move | undefined {
  const index = Math.max(
    0,
    rows.findIndex(({ agent }) => agent.id === at),
  )
  const row = rows[index]
  if (row === undefined) return undefined
  const { id } = row.agent
  const to = (place: number): Move | undefined => {
    const target = rows[Math.min(rows.length - 1, Math.max(0, place))]
    return target === undefined ? undefined : { kind: 'go', id: target.agent.id }
  }
  switch (key) {
    case 'ArrowDown':
      return to(index + 1)
    case 'ArrowUp':
      return to(index - 1)
    case 'PageDown':
      return to(index + PAGE)
    case 'PageUp':
      return to(index - PAGE)
    case 'Home':
      return to(0)
    case 'End':
      return to(rows.length - 1)
    case 'ArrowRight':
      if (row.children === 0) return undefined
      return folded.has(id) ? { kind: 'unfold', id } : to(index + 1)
    case 'ArrowLeft':
      if (row.children > 0 && !folded.has(id)) return { kind: 'fold', id }
      return row.parent === null ? undefined : { kind: 'go', id: row.parent }
    case 'Enter':
      return { kind: 'open', id }
    case 'w':
      return { kind: 'why', id }
    default:
      return undefined
  }
}
