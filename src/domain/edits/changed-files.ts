import type { LineCounts } from './hunk.js'

/** One change of one file by a tool call, without its lines. Only a change that succeeded counts lines. */
export interface Edit extends LineCounts {
  readonly path: string
  readonly state: 'done' | 'failed' | 'pending'
}

export interface ChangedFile extends LineCounts {
  readonly path: string
  /** Number of changes that succeeded. */
  readonly edits: number
  readonly failures: number
}

export interface ChangedFiles extends LineCounts {
  readonly files: readonly ChangedFile[]
  readonly edits: number
  readonly failures: number
}

/** Returns the changed files in the order of their first change, with the sums. A pending change is not counted. */
export function changedFiles(edits: readonly Edit[]): ChangedFiles {
  const files = new Map<string, ChangedFile>()
  for (const { path, state, added, removed } of edits) {
    if (state === 'pending') continue
    const file = files.get(path) ?? { path, added: 0, removed: 0, edits: 0, failures: 0 }
    files.set(
      path,
      state === 'done'
        ? { ...file, added: file.added + added, removed: file.removed + removed, edits: file.edits + 1 }
        : { ...file, failures: file.failures + 1 },
    )
  }
  const all = [...files.values()]
  const sum = (of: (file: ChangedFile) => number): number => all.reduce((total, file) => total + of(file), 0)
  return {
    files: all,
    added: sum((file) => file.added),
    removed: sum((file) => file.removed),
    edits: sum((file) => file.edits),
    failures: sum((file) => file.failures),
  }
}

/** Returns a path below the directory without that directory. */
export const relativePath = (directory: string | null, path: string): string => {
  if (directory === null) return path
  const base = directory.replace(/[\\/]+$/, '')
  const next = path.charAt(base.length)
  return path.startsWith(base) && (next === '/' || next === '\\') ? path.slice(base.length + 1) : path
}
