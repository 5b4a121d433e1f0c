import * as Context from 'effect/Context'
import type * as Effect from 'effect/Effect'
import type { Discarded } from '../../domain/git/selection.js'
import type { Status } from '../../domain/git/status.js'
import type { Rejection } from '../../domain/rejection.js'

/** Git refused, or it failed in a way that is a fault: it could not be started, or did not finish in time. */
export type GitRejection = Rejection<'EGIT' | 'EINTERNAL'>

/** What must not be changed by two writes at once. Paths without symbolic links. */
export interface GitPlace {
  /** The index of one working directory. */
  readonly index: string
  /** What all worktrees of a repository share. */
  readonly commonDir: string
}

/**
 * Writes of git in a directory. Paths are relative to the directory, also where it is not the top of its repository. The caller
 * runs writes of one index one at a time.
 */
export interface GitWritesPort {
  /** Returns the locks of a directory. Fails where git cannot work, or would work on files outside of the directory and its parents. */
  readonly place: (dir: string) => Effect.Effect<GitPlace, GitRejection | Rejection<'EOUTSIDELANE'>>
  readonly status: (dir: string) => Effect.Effect<Status, GitRejection>
  /** Returns which of these files contain conflict markers. */
  readonly withMarkers: (dir: string, paths: readonly string[]) => Effect.Effect<readonly string[]>
  readonly stage: (dir: string, paths: readonly string[]) => Effect.Effect<void, GitRejection>
  readonly unstage: (dir: string, paths: readonly string[]) => Effect.Effect<void, GitRejection>
  /** Restores files from the last commit and deletes others. Refuses to delete anything that is in the way. */
  readonly discard: (dir: string, paths: Discarded & { readonly unborn: boolean }) => Effect.Effect<void, GitRejection>
}

export class GitWrites extends Context.Tag('GitWrites')<GitWrites, GitWritesPort>() {}
