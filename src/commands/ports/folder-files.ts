import type { Conflict } from '../../domain/files/conflict.js'
import type { Segments } from '../../domain/files/path.js'
import type { TrashRecord } from '../../domain/files/trash.js'
import type { Rejection } from '../../domain/rejection.js'

/** A folder whose content users change. */
export interface Root {
  /** Absolute. */
  readonly path: string
  /** Whether names that start with a dot do not exist at its top. */
  readonly isHome: boolean
}

export type EntryType = 'dir' | 'file' | 'link' | 'linkdir' | 'other'

export interface Entry {
  readonly name: string
  /** Inside the root. */
  readonly path: string
  readonly type: EntryType
  /** Bytes; null for what is no file. */
  readonly size: number | null
  /** Milliseconds since the epoch; null where the name is not UTF-8. */
  readonly mtime: number | null
  /** Changes with size and time; null like `mtime`. */
  readonly etag: string | null
}

export interface Listing {
  readonly entries: readonly Entry[]
  readonly truncated: boolean
}

/** A deleted file or folder. */
export interface TrashItem extends TrashRecord {
  readonly id: string
}

/** Where deleted files go, and where they were. */
export interface TrashPlace {
  readonly into: string
  /** The lane in whose folder they were; null for a home. */
  readonly lane: number | null
  readonly session: string | null
}

/** What a copy or an archive contains. */
export interface Plan {
  readonly files: number
  readonly bytes: number
  /** Paths that are left out: secrets, data of git, devices, and names that no archive can have. */
  readonly skipped: readonly string[]
}

export interface Transferred {
  /** The new paths. */
  readonly paths: readonly string[]
  readonly bytes: number
  readonly skipped: readonly string[]
}

/** What an upload became. */
export type Uploaded = { readonly path: string; readonly bytes: number } | 'skipped'

export interface UploadInput {
  readonly path: Segments
  readonly conflict: Conflict
  /** The file that may be replaced, by its etag; null for any. */
  readonly etag: string | null
  readonly stream: AsyncIterable<Uint8Array>
}

export interface Archive {
  readonly plan: Plan
  readonly content: AsyncGenerator<Uint8Array>
}

export interface Download {
  readonly name: string
  readonly size: number
  /** Reads a part; the file is closed at its end. */
  readonly read: (start: number, end: number) => AsyncGenerator<Uint8Array>
  readonly close: () => Promise<void>
}

/** Why a read is refused. */
export type ReadRejection = Rejection<'EBADPATH' | 'ENOTFOUND' | 'EREADONLY' | 'ESECRET'>
/** Why something new is refused. */
export type MakeRejection = ReadRejection | Rejection<'EEXISTS' | 'ENOSPC'>
/** Why something that writes many files is refused. */
export type TransferRejection = MakeRejection | Rejection<'ETOOBIG'>
export type UploadRejection = TransferRejection | Rejection<'ESTALE' | 'INVALID_INPUT'>

/** Files and folders inside of a root. No link leads out of it, whatever is replaced meanwhile. */
export interface FolderFiles {
  /** Folders first, in natural order. */
  readonly list: (root: Root, path: Segments) => Promise<Listing | ReadRejection>
  readonly makeFolder: (root: Root, path: Segments) => Promise<void | MakeRejection>
  readonly makeFile: (root: Root, path: Segments) => Promise<void | MakeRejection>
  /** Returns the new path. */
  readonly rename: (root: Root, path: Segments, name: string) => Promise<string | MakeRejection>
  readonly move: (
    root: Root,
    paths: readonly Segments[],
    dest: Segments,
    conflict: Conflict,
    trash: TrashPlace,
  ) => Promise<Transferred | TransferRejection>
  /** The sources may be in another root. */
  readonly copy: (
    from: Root,
    to: Root,
    paths: readonly Segments[],
    dest: Segments,
    conflict: Conflict,
    trash: TrashPlace,
  ) => Promise<Transferred | TransferRejection>
  /** Moves entries to the trash, and returns their ids there. */
  readonly discard: (
    root: Root,
    paths: readonly Segments[],
    trash: TrashPlace,
  ) => Promise<readonly string[] | TransferRejection>
  /** Returns what is in a trash, the newest first, without what has expired. */
  readonly trashed: (folder: string) => Promise<readonly TrashItem[]>
  /** Returns the path that an item has again. */
  readonly restore: (folder: string, item: TrashItem, root: Root) => Promise<string | TransferRejection>
  /** Deletes items for good. Returns the ids of those that are gone. */
  readonly purge: (folder: string, ids: readonly string[]) => Promise<readonly string[]>
  /** Deletes what has expired in a trash. */
  readonly sweep: (folder: string) => Promise<number>
  readonly upload: (
    root: Root,
    input: UploadInput,
    trash: TrashPlace,
    signal: AbortSignal,
  ) => Promise<Uploaded | UploadRejection>
  /** Returns what an archive of entries would contain. */
  readonly plan: (root: Root, paths: readonly Segments[]) => Promise<Plan | ReadRejection | Rejection<'ETOOBIG'>>
  /** Returns an archive, made while it is read. */
  readonly zip: (root: Root, paths: readonly Segments[]) => Promise<Archive | ReadRejection | Rejection<'ETOOBIG'>>
  readonly open: (root: Root, path: Segments) => Promise<Download | ReadRejection>
}
