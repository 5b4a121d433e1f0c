import type { Provider } from '../../domain/tools/catalog.js'
import type { Stamped } from '../../domain/transcript/stamp.js'
import type { Cursor, TranscriptFile } from './transcripts.js'

/** What is stored about a transcript file. */
export interface KnownFile {
  readonly size: number
  readonly mtimeMs: number
  readonly inode: number
  readonly cursor: Cursor
}

/** Shows whether a file is unchanged since it was read, and how much of it was read. */
export interface FileStamp extends Pick<KnownFile, 'size' | 'mtimeMs' | 'inode'> {
  readonly offset: number
  readonly session: string
}

/** The current stamp of a file. */
type PathStamp = Stamped & { readonly path: string }

/** A transcript file as readers of conversations find it. */
export interface StoredFile extends KnownFile {
  readonly path: string
  readonly provider: Provider
  readonly agent: string | null
}

/**
 * How far transcripts were read. `save` runs inside the transaction that appends the facts, so that a cursor is never ahead of
 * the log.
 */
export interface CursorStore {
  readonly load: (path: string) => KnownFile | undefined
  /**
   * Returns all known files by path, to find those that are unchanged and completely read. Yields to the event loop, because
   * there are thousands.
   */
  readonly stamps: () => Promise<ReadonlyMap<string, FileStamp>>
  readonly save: (file: TranscriptFile, cursor: Cursor, skipped: number) => void
  /** Records that the file, in its current state, was read as far as possible: reading it again would give nothing new. */
  readonly settle: (file: PathStamp) => void
  readonly isSettled: (file: PathStamp) => boolean
  readonly ofSession: (session: string) => readonly StoredFile[]
  /** Returns files not written since `before` of which more was read than archived. */
  readonly unarchived: (before: number, limit: number) => readonly StoredFile[]
  readonly archived: (path: string, offset: number) => void
  /** Deletes what is stored about a file. */
  readonly forget: (path: string) => void
}
