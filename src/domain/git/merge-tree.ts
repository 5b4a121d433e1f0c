/** The result of a merge that touched no file. */
export interface MergedTree {
  /** With conflict markers in files with conflicts. */
  readonly tree: string
  readonly conflicts: readonly string[]
}

/** Reads the output of `git merge-tree --stdin --name-only --no-messages -z`. One that was cut ends before its last merge. */
export const readMergeTrees = (output: string): readonly MergedTree[] => {
  const records = output.split('\0')
  const merged: MergedTree[] = []
  for (let at = 0; at + 2 < records.length; ) {
    const [status, tree = ''] = records.slice(at, at + 2)
    const end = records.indexOf('', at + 2)
    if (end < 0) break
    // A file that several stages are left of is named once for each.
    const files = new Set(records.slice(at + 2, end))
    merged.push({ tree, conflicts: status === '1' ? [] : [...files] })
    at = end + 1
  }
  return merged
}
