const BLOCKS = 5

/** Returns five marks that show how much of a change was added and removed. */
export function blocksOf({
  added,
  removed,
}: {
  readonly added: number
  readonly removed: number
}): readonly ('+' | '-' | ' ')[] {
  const total = added + removed
  if (total === 0) return Array.from({ length: BLOCKS }, () => ' ' as const)
  const share = Math.round((added / total) * BLOCKS)
  // A change that has both shows both.
  const plus = Math.min(removed > 0 ? BLOCKS - 1 : BLOCKS, Math.max(added > 0 ? 1 : 0, share))
  return Array.from({ length: BLOCKS }, (_, index) => (index < plus ? '+' : '-'))
}
