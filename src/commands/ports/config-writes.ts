/**
 * The result of a write. `stale`: the file is no longer the expected one. `refused`: its path leads out of its root. `denied`: it is
 * read-only, or the system does not let the service write there.
 */
export type WriteOutcome =
  | { readonly is: 'written' /** The path of the copy of the old text. */; readonly backup: string | null }
  | { readonly is: 'stale' | 'refused' | 'denied' }

export interface FileChange {
  /** What no link of the path may lead out of. */
  readonly root: string
  /** Inside the root. */
  readonly path: string
  /** The digest of the text that the change is based on; null where there is no file. */
  readonly expected: string | null
  /** The mode that the file gets; by default, that of the old one stays. */
  readonly mode?: number
  /** False for a change that needs no copy of the old text, which has a secret of the service. */
  readonly keepsCopy?: false
}

/** A copy of a file from before a change. */
export interface ConfigBackup {
  /** The file that it is a copy of, absolute. */
  readonly file: string
  /** The path of the copy. */
  readonly path: string
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Bytes. */
  readonly size: number
}

/** Changes files of the agents' configuration. Of every file, the copies from before the last 20 changes are kept. */
export interface ConfigWritesPort {
  /** Replaces a file atomically, or creates it with the folders that are missing. Its mode stays. */
  readonly replace: (change: FileChange, text: string) => WriteOutcome
  readonly remove: (change: FileChange) => WriteOutcome
  /** Returns the copies, the newest first. */
  readonly backups: () => readonly ConfigBackup[]
  /** Returns the text of a copy. */
  readonly backupText: (backup: ConfigBackup) => string | null
  /** Sets the member at a path of JSON in which comments may stand, or removes it when `value` is undefined; all else stays. */
  readonly withJson: (text: string, path: readonly string[], value: unknown) => string
  /** Returns TOML with a table at its end. */
  readonly withTable: (text: string, path: readonly string[], table: Readonly<Record<string, unknown>>) => string
  readonly digest: (text: string) => string
  /** Returns the bytes of a text. */
  readonly size: (text: string) => number
}
