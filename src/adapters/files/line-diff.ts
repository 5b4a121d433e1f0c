/** Returns the length of the longest common subsequence of each pair of tails, in rows by `before`. */
const commonTails = (before: readonly string[], after: readonly string[]): Uint32Array[] => {
  const lengths = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1))
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      const row = lengths[i] ?? new Uint32Array()
      const below = lengths[i + 1] ?? new Uint32Array()
      row[j] = before[i] === after[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0)
    }
  }
  return lengths
}

/** Returns the lines that differ, in order: `-` for removed lines, `+` for added ones. Suits texts of a few thousand lines. */
export const lineDiff = (before: string, after: string): string => {
  if (before === after) return ''
  const old = before.split('\n')
  const now = after.split('\n')
  const common = commonTails(old, now)
  const shown: string[] = []
  let i = 0
  let j = 0
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      i++
      j++
    } else if (j >= now.length || (i < old.length && (common[i + 1]?.[j] ?? 0) >= (common[i]?.[j + 1] ?? 0))) {
      shown.push(`- ${old[i++]}`)
    } else {
      shown.push(`+ ${now[j++]}`)
    }
  }
  return shown.join('\n')
}
