import type * as Effect from 'effect/Effect'
import type { Author } from '../../domain/access/author.js'
import type { GitInput } from '../../domain/git/actions.js'
import type { GitWritten } from '../../domain/lane/decide.js'
import type { Rejection } from '../../domain/rejection.js'
import type { Kept } from '../ports/kept-changes.js'
import type { Logins } from '../ports/git-remotes.js'
import type { MadeCommit } from '../ports/git-series.js'
import type { LineWriters } from '../ports/line-writers.js'
import type { Machine } from '../ports/machine.js'

/** Where an action works. */
export interface At {
  /** The directory of the lane, or the worktree of a session. */
  readonly dir: string
  readonly lane: number
  /** The session whose worktree it is; null for the directory of the lane. */
  readonly session: string | null
  /** The branches from which the branch may have started. */
  readonly bases: Effect.Effect<readonly string[], never, Machine>
  /** Finds out in which turns lines were written. */
  readonly writers: LineWriters
  /** Who acts, and with whose logins. */
  readonly author: Author
  /** The saved logins of the author. */
  readonly logins: Logins
  /** Runs work alone on the index of the directory, for an action that does not hold it throughout. */
  readonly onIndex: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/** What an action did. */
export interface Done {
  /** What git printed. */
  readonly output?: string
  readonly paths: readonly string[]
  readonly result?: GitWritten['result']
  /** The files with conflicts of a merge. */
  readonly conflicts?: readonly string[]
  /** The name of the remote that was added. */
  readonly remote?: string
  /** The commits of the turns, oldest first. */
  readonly commits?: readonly MadeCommit[]
  /** What restores the discarded changes; null if they were too large to keep. */
  readonly restore?: Kept | null
  /** The files that were not restored, because they were changed since. */
  readonly changed?: readonly string[]
}

/** The locks that an action holds throughout, in lock order. */
type Lock = 'repository' | 'index'

/** An action on a repository, and the locks that it needs. It is not interrupted once it has the locks. */
export interface Action<R extends Rejection> {
  readonly locks: readonly Lock[]
  readonly act: (at: At, input: GitInput) => Effect.Effect<Done, R, Machine>
}

/** Defines an action. */
export const action = <R extends Rejection>(
  locks: readonly Lock[],
  act: (at: At, input: GitInput) => Effect.Effect<Done, R, Machine>,
): Action<R> => ({ locks, act })
