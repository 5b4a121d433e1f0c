/**
 * The line diff of the service and of the dashboard; this file imports nothing, so that both can use it. Of all shortest diffs it
 * returns the one that removes first, which keeps a changed block in one piece. Diff libraries use Myers' algorithm, which often
 * splits a block at an equal brace or blank line.
 */
export interface DiffLine {
  readonly mark: '+' | '-' | ' '
  readonly text: string
}

/** Returns all lines with one mark, as in a text that is new or deleted. */
export const marked = (mark: DiffLine['mark'], lines: readonly string[]): readonly DiffLine[] =>
  lines.map((text) => ({ mark, text }))

/**
 * Returns the shortest diff of two texts, removed lines before added ones. Time and memory grow with the product of the numbers
 * of lines: where it exceeds `limit`, all old lines are removed and all new ones added.
 */
export const lineDiff = (old: readonly string[], now: readonly string[], limit: number): readonly DiffLine[] => {
  if (old.length * now.length > limit) return [...marked('-', old), ...marked('+', now)]
  const common = commonTails(old, now)
  const lines: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < now.length) {
    const [before, after] = [old[i], now[j]]
    if (before !== undefined && before === after) {
      lines.push({ mark: ' ', text: before })
      i++
      j++
    } else if (before !== undefined && (after === undefined || common(i + 1, j) >= common(i, j + 1))) {
      lines.push({ mark: '-', text: before })
      i++
    } else {
      lines.push({ mark: '+', text: after ?? '' })
      j++
    }
  }
  return lines
}

/** Returns the length of the longest common subsequence of the lines from `i` and from `j`, for every `i` and `j`. */
const commonTails = (old: readonly string[], now: readonly string[]): ((i: number, j: number) => number) => {
  const width = now.length + 1
  const lengths = new Uint32Array((old.length + 1) * width)
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      lengths[i * width + j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  return at
}
