export interface LineCounts {
  readonly path: string
  /** Null for a binary file. */
  readonly added: number | null
  readonly deleted: number | null
}

const RECORD = /^(\d+|-)\t(\d+|-)\t(.*)$/s

/** Reads the output of `git diff --numstat -z`. A renamed file is named by its new path. */
export const readNumstat = (output: string): readonly LineCounts[] => {
  const records = output.split('\0')
  const found: LineCounts[] = []
  for (let at = 0; at < records.length; at++) {
    const [, added = '', deleted = '', path = ''] = RECORD.exec(records[at] ?? '') ?? []
    if (added === '') continue
    // The paths of a renamed file follow in two records.
    if (path === '') at += 2
    found.push({ path: path === '' ? (records[at] ?? '') : path, added: countOf(added), deleted: countOf(deleted) })
  }
  return found
}

const countOf = (text: string): number | null => (text === '-' ? null : Number(text))
