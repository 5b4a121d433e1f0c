import * as Context from 'effect/Context'
import type * as Effect from 'effect/Effect'
import type { Rejection } from '../../domain/rejection.js'
import type { FileText } from './git-reads.js'

/** A file that a user edited. */
export interface EditedFile {
  /** Relative to the directory. */
  readonly path: string
  /** All of the new text. */
  readonly content: string
  /** The id of the content that was edited. */
  readonly baseSha: string
}

export interface SavedFile {
  readonly file: FileText & { readonly sha: string }
  /** False if the content is the same as before. */
  readonly changed: boolean
}

/** Changes of files in the directory of a lane. */
export interface LaneFilesPort {
  /**
   * Replaces the text of an existing file atomically and keeps its mode and its line terminators. A link in the directory is
   * followed.
   */
  readonly save: (
    dir: string,
    file: EditedFile,
  ) => Effect.Effect<
    SavedFile,
    Rejection<
      'EBADPATH' | 'EBINARY' | 'EGIT' | 'EINTERNAL' | 'ENOFILE' | 'EOUTSIDELANE' | 'ESECRET' | 'ESTALE' | 'ETOOBIG'
    >
  >
}

export class LaneFiles extends Context.Tag('LaneFiles')<LaneFiles, LaneFilesPort>() {}
