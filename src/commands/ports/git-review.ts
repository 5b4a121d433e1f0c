import * as Context from 'effect/Context'
import type * as Effect from 'effect/Effect'
import type { DiffHunk } from '../../domain/git/diff.js'
import type { ReviewedFile } from '../../domain/review/blocks.js'
import type { Rejection } from '../../domain/rejection.js'
import type { Instant } from '../../domain/time.js'
import type { GitRejection } from './git-writes.js'

/** What a lane changed. */
export interface Reviewed {
  /** The base as it was found, and where the branch left it. */
  readonly base: { readonly ref: string; readonly mergeBase: string }
  readonly head: string
  /** Files of the working directory that differ from there, committed or not. */
  readonly files: readonly ReviewedFile[]
  /** Whether there is more than is read. */
  readonly truncated: boolean
}

/** One file of what a lane changed, with unchanged lines around its hunks. */
export interface ReviewedDiff {
  readonly path: string
  readonly from: string | null
  readonly status: string
  readonly binary: boolean
  /** Whether hunks were left out. */
  readonly truncated: boolean
  readonly hunks: readonly DiffHunk[]
}

export interface GitReviewPort {
  /** Returns one changed file. Files that hold secrets have no hunks. */
  readonly file: (
    dir: string,
    bases: readonly string[],
    path: string,
  ) => Effect.Effect<ReviewedDiff, GitRejection | Rejection<'ENOBASE' | 'ENOFILECHANGE'>>
  /**
   * Returns a file where the branch left its base, and its text now; null if it is missing, too large, not text, or secret. Also when
   * it was last written.
   */
  readonly texts: (
    dir: string,
    bases: readonly string[],
    path: string,
  ) => Effect.Effect<
    { readonly before: string | null; readonly now: string | null; readonly changedAt: Instant | null },
    GitRejection | Rejection<'ENOBASE'>
  >
  /** @param bases the first of these that exists is the base */
  readonly changes: (
    dir: string,
    bases: readonly string[],
  ) => Effect.Effect<Reviewed, GitRejection | Rejection<'ENOBASE'>>
}

export class GitReview extends Context.Tag('GitReview')<GitReview, GitReviewPort>() {}
