import * as Context from 'effect/Context'
import type * as Effect from 'effect/Effect'
import type { Side } from '../../domain/git/merge.js'
import type { ChangedPath } from '../../domain/git/status.js'
import type { Rejection } from '../../domain/rejection.js'
import type { GitRejection } from './git-writes.js'

export interface NewCommit {
  readonly message: string
  /** Files whose content is put into the index first, relative to the directory; `all`: those of all changes in it. */
  readonly paths: readonly string[] | 'all'
}

/** What git printed, and the commit that is checked out now; null before the first one. */
export interface Moved {
  readonly output: string
  readonly head: string | null
}

export interface Merged extends Moved {
  /** The files that the merge stopped at. */
  readonly conflicts: readonly string[]
}

/**
 * Writes of commits, branches and merges in a directory. The hooks of the repository run where git runs them. The caller holds the locks.
 * What is refused changes nothing.
 */
export interface GitHistoryPort {
  readonly isMerging: (dir: string) => Effect.Effect<boolean>
  /** Returns whether the directory is at the top of its repository. */
  readonly isTop: (dir: string) => Effect.Effect<boolean>
  /** Returns the tracked files that differ from the last commit, anywhere in the repository. Paths start at its top. */
  readonly trackedChanges: (dir: string) => Effect.Effect<readonly ChangedPath[], GitRejection>
  /** Returns a file outside of the directory that differs between the index and the last commit. */
  readonly stagedOutside: (dir: string) => Effect.Effect<string | undefined, GitRejection>
  readonly commit: (dir: string, commit: NewCommit) => Effect.Effect<Moved, GitRejection>
  readonly switchTo: (dir: string, branch: string, create: boolean) => Effect.Effect<Moved, GitRejection>
  /** @param base a branch or a commit */
  readonly createBranch: (
    dir: string,
    branch: string,
    base: string,
  ) => Effect.Effect<Moved, GitRejection | Rejection<'ENOBRANCH'>>
  /** Deletes a branch that is merged into its upstream or into what is checked out. */
  readonly deleteBranch: (dir: string, branch: string) => Effect.Effect<Moved, GitRejection>
  /** @param branch a local or a remote-tracking branch */
  readonly merge: (dir: string, branch: string) => Effect.Effect<Merged, GitRejection | Rejection<'ENOBRANCH'>>
  readonly resolve: (dir: string, path: string, side: Side) => Effect.Effect<void, GitRejection>
  /** Commits a merge without conflicts. */
  readonly conclude: (dir: string) => Effect.Effect<Moved, GitRejection>
  /** Aborts a merge and restores the files from before it. */
  readonly abort: (dir: string) => Effect.Effect<Moved, GitRejection>
}

export class GitHistory extends Context.Tag('GitHistory')<GitHistory, GitHistoryPort>() {}
