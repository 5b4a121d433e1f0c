import * as Context from 'effect/Context'
import type * as Effect from 'effect/Effect'
import type { Blob } from '../../domain/git/status.js'
import type { Rejection } from '../../domain/rejection.js'
import type { Instant } from '../../domain/time.js'
import type { GitRejection } from './git-writes.js'

/** A file that is about to be discarded. */
export interface FileToKeep {
  /** Relative to the directory. */
  readonly path: string
  /** What the index has, null for nothing; undefined if the discard does not change the index. */
  readonly index: Blob | null | undefined
}

/** Where changes were discarded: they are restored only there. */
export interface KeptIn {
  readonly dir: string
  readonly lane: number
  readonly session: string | null
}

/** Discarded changes that can be restored. */
export interface Kept {
  readonly id: string
  readonly until: Instant
}

/** Which files have their discarded content again. */
export interface Restored {
  readonly restored: readonly string[]
  /** They were changed since, in the same places. */
  readonly changed: readonly string[]
}

/** Keeps what is discarded for an hour. The caller runs writes of one index one at a time. */
export interface KeptChangesPort {
  /**
   * Runs a discard, and keeps the files that it changes. `kept` is null if they are too large or cannot be stored: then what is
   * discarded is lost.
   */
  readonly around: <A, E, R>(
    place: KeptIn,
    files: readonly FileToKeep[],
    discard: Effect.Effect<A, E, R>,
  ) => Effect.Effect<{ readonly done: A; readonly kept: Kept | null }, E, R>
  /** Restores files as they were. What was changed since is merged; a file with changes in the same places is left alone. */
  readonly restore: (place: KeptIn, id: string) => Effect.Effect<Restored, GitRejection | Rejection<'ENOTFOUND'>>
}

export class KeptChanges extends Context.Tag('KeptChanges')<KeptChanges, KeptChangesPort>() {}
