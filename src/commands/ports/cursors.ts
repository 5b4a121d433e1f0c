import type { Stamped } from '../../domain/transcript/stamp.js'
import type { Cursor, Provider, TranscriptFile } from './transcripts.js'

/** What is remembered of a transcript file. */
export interface KnownFile {
  readonly size: number
  readonly mtimeMs: number
  readonly inode: number
  readonly cursor: Cursor
}

/** What tells whether a file is as it was when it was read, and how much of it was. */
export interface FileStamp extends Pick<KnownFile, 'size' | 'mtimeMs' | 'inode'> {
  readonly offset: number
  readonly session: string
}

/** A file as it is now. */
export type PathStamp = Stamped & { readonly path: string }

/** A transcript file as the readers of conversations find it. */
export interface StoredFile extends KnownFile {
  readonly path: string
  readonly provider: Provider
  readonly agent: string | null
}

/**
 * How far transcripts were read. `save` runs inside the transaction that appends the facts, so that a cursor never says
 * more than the log holds.
 */
export interface CursorStore {
  readonly load: (path: string) => KnownFile | undefined
  /** All known files by path, to see what is unchanged and read to its end. Thousands: others come in between. */
  readonly stamps: () => Promise<ReadonlyMap<string, FileStamp>>
  readonly save: (file: TranscriptFile, cursor: Cursor, skipped: number) => void
  /** The file was read as far as it can be, as it is now: reading it again would tell nothing new. */
  readonly settle: (file: PathStamp) => void
  readonly isSettled: (file: PathStamp) => boolean
  readonly ofSession: (session: string) => readonly StoredFile[]
  /** Files not written since `before` of which more was read than is archived. */
  readonly unarchived: (before: number, limit: number) => readonly StoredFile[]
  readonly archived: (path: string, offset: number) => void
  /** The file is no more, and is not missed. */
  readonly forget: (path: string) => void
}
