import * as Context from 'effect/Context'
import type * as Effect from 'effect/Effect'
import type { ComparedFile } from '../../domain/git/hunks.js'
import type { Lines } from '../../domain/git/line-edits.js'
import type { ChangedPath } from '../../domain/git/status.js'
import type { Rejection } from '../../domain/rejection.js'
import type { GitRejection } from './git-writes.js'

/** A changed file with its hunks. Each character of a line is a byte. */
export interface FoundHunks extends ComparedFile {
  readonly change: ChangedPath
}

/** Writes of parts of a file. The caller runs writes of one index one at a time. */
export interface GitHunksPort {
  /**
   * Returns a changed file.
   * @param context unchanged lines around each change
   */
  readonly find: (
    dir: string,
    path: string,
    context: number,
  ) => Effect.Effect<FoundHunks, GitRejection | Rejection<'ECONFLICTS' | 'EHUNKGONE' | 'EUNTRACKED'>>
  /** Sets the content of a file in the index, unless the index changed since; null removes the file. */
  readonly putInIndex: (dir: string, change: ChangedPath, after: Lines | null) => Effect.Effect<void, GitRejection>
  /** Returns the content of a file in the working tree, without any conversion. */
  readonly readWork: (dir: string, change: ChangedPath) => Effect.Effect<Lines, GitRejection>
  /** Replaces the content of a file in the working tree, unless it changed since. */
  readonly putInWork: (
    dir: string,
    change: ChangedPath,
    content: { readonly before: Lines; readonly after: Lines },
  ) => Effect.Effect<void, GitRejection>
  /** Deletes a new file from the working tree. */
  readonly deleteNew: (dir: string, path: string) => Effect.Effect<void, GitRejection>
  /** Writes a file that was deleted from the working tree, unless something is in its place. */
  readonly restoreDeleted: (dir: string, path: string) => Effect.Effect<void, GitRejection>
}

export class GitHunks extends Context.Tag('GitHunks')<GitHunks, GitHunksPort>() {}
