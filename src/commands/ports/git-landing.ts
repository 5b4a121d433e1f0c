import * as Context from 'effect/Context'
import type * as Effect from 'effect/Effect'
import type { Holder } from '../../domain/land/preflight.js'
import type { LandWay } from '../../domain/land/request.js'
import type { Rejection } from '../../domain/rejection.js'
import type { GitRejection } from './git-writes.js'

/** A branch and the local branch that it lands on. */
export interface LandPlace {
  /** Null if no branch is checked out. */
  readonly branch: string | null
  readonly head: string
  readonly base: { readonly name: string; readonly commit: string }
  /** Where the work of the lane begins: the base, or a later commit of its upstream that the lane was made from or updated with. */
  readonly start: string
  /** Commits since then, and those of the base that the lane does not have. */
  readonly ahead: number
  readonly behind: number
  /** Commits of the upstream that the base gets along with the work. */
  readonly brought: number
  /** Files that are not committed, anywhere in the repository of the directory. */
  readonly uncommitted: number
  readonly merging: boolean
  readonly holder: Holder | null
  /** The working directories of the repository, with their commits. */
  readonly worktrees: readonly { readonly path: string; readonly head: string }[]
}

/** A commit that is made of a branch, as it would be on its base. */
export interface LandOrder {
  readonly how: LandWay
  readonly base: string
  /** The parent of a squashed commit: the base, or a commit after it. */
  readonly start: string
  readonly head: string
  readonly message: string
}

type Refused = GitRejection | Rejection<'ECONFLICTS'>

/** Landing of branches. The caller holds the locks of the repository and of the index that is written. */
export interface GitLandingPort {
  /** @param bases the first of these that is a local branch is the base */
  readonly place: (
    dir: string,
    bases: readonly string[],
  ) => Effect.Effect<LandPlace, GitRejection | Rejection<'ENOBASE'>>
  /**
   * Returns the files that merges of pairs of commits would stop at, in the order of the pairs; null if git is older than 2.39.
   * Writes no ref and no file.
   */
  readonly conflicts: (
    dir: string,
    pairs: readonly (readonly [ours: string, theirs: string])[],
  ) => Effect.Effect<readonly (readonly string[])[] | null>
  /** Creates what a landing would result in, to compare it with other branches. No ref names it, and nobody is its author. */
  readonly previewOf: (dir: string, base: string, head: string) => Effect.Effect<string, Refused>
  /** Creates the commit of a landing, which no ref names. Writes no file of a working directory. */
  readonly commitOf: (dir: string, order: LandOrder) => Effect.Effect<string, Refused>
  /** Creates the commit that takes back a landed commit, which no ref names. */
  readonly revertOf: (
    dir: string,
    order: { readonly base: string; readonly commit: string; readonly message: string },
  ) => Effect.Effect<string, Refused>
  /** Moves a branch that is checked out nowhere, if it still is at `from`. */
  readonly moveBranch: (
    dir: string,
    move: { readonly branch: string; readonly from: string; readonly to: string; readonly why: string },
  ) => Effect.Effect<void, GitRejection>
  /** Merges in the working directory that has the base, with its hooks, and returns the commit. A failure leaves no merge behind. */
  readonly mergeIn: (
    holder: string,
    order: { readonly head: string; readonly message: string },
  ) => Effect.Effect<string, Refused>
  /** Moves the branch and the files of a working directory forward to a commit. What would overwrite a file is refused. */
  readonly forward: (holder: string, commit: string) => Effect.Effect<void, GitRejection>
  /** Returns the URL of the remote that a branch is pushed to; null without one. */
  readonly remoteUrl: (dir: string) => Effect.Effect<string | null>
  /** Returns the subjects of the commits of a branch that its base does not have, the oldest first. */
  readonly subjects: (dir: string, base: string, head: string) => Effect.Effect<readonly string[]>
}

export class GitLanding extends Context.Tag('GitLanding')<GitLanding, GitLandingPort>() {}
