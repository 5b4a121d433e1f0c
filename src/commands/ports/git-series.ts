import * as Context from 'effect/Context'
import type * as Effect from 'effect/Effect'
import type { ChangedPath } from '../../domain/git/status.js'
import type { Rejection } from '../../domain/rejection.js'
import type { GitRejection } from './git-writes.js'

/** A changed file of which the lines can be compared. */
export interface ChangedText {
  readonly path: string
  /** Where the branch left its base, and in the last commit; null if there is no such text. */
  readonly base: string | null
  readonly head: string | null
  /** In the working directory. */
  readonly now: string
}

/** Everything that differs from the last commit. */
export interface ChangedTexts {
  /** Null before the first commit. */
  readonly head: string | null
  readonly changed: readonly ChangedPath[]
  readonly texts: readonly ChangedText[]
}

/** Commits that divide the changes of a directory. */
export interface CommitSeries {
  /** The commit that the first one follows. */
  readonly head: string | null
  /** All changed files, relative to the directory; `all` if no text names one of them. */
  readonly paths: readonly string[] | 'all'
  /** What was read of the files of which single lines are committed: if the index gets something else, they are in the last commit. */
  readonly read: ReadonlyMap<string, string>
  readonly steps: readonly {
    readonly message: string
    readonly files: readonly { readonly path: string; readonly content: string }[]
  }[]
  /** The message of a last commit with everything else, if there is anything else. */
  readonly rest: string
}

/** A commit that was made. */
export interface MadeCommit {
  readonly commit: string
  readonly message: string
}

/** Commits of parts of the changes of a directory. The caller holds the lock of its index. */
export interface GitSeriesPort {
  /**
   * Returns what has changed. Texts that are too large, of an unknown encoding, renamed or secret are not among those that are compared.
   * @param bases the first of these that exists is the base
   */
  readonly read: (dir: string, bases: readonly string[]) => Effect.Effect<ChangedTexts, GitRejection>
  /**
   * Makes the commits, each with the hooks of the repository. If one is refused, none stays, and the index is as before. Files are
   * not touched.
   */
  readonly commit: (
    dir: string,
    series: CommitSeries,
  ) => Effect.Effect<readonly MadeCommit[], GitRejection | Rejection<'ESTALE'>>
}

export class GitSeries extends Context.Tag('GitSeries')<GitSeries, GitSeriesPort>() {}
