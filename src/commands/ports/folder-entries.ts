import type { Instant } from '../../domain/time.js'

/** What a folder contains. A link is what it leads to. */
export interface FolderEntry {
  readonly name: string
  readonly mtime: Instant
  readonly isFolder: boolean
  /** The real path of a link; null for anything else. */
  readonly leadsTo: string | null
}

export type MadeFolder = 'made' | 'exists' | 'no parent' | 'refused'

export interface FolderEntries {
  /** Returns the folders and files in a folder, at most `most` of each, and whether there are more. Unreadable ones are left out. */
  readonly list: (
    path: string,
    most: number,
  ) => Promise<{ readonly entries: readonly FolderEntry[]; readonly truncated: boolean }>
  /** Creates one folder in an existing one. */
  readonly make: (parent: string, name: string) => Promise<MadeFolder>
}
