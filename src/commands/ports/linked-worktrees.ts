import type * as Effect from 'effect/Effect'

/** A working directory that `git worktree add` made beside the main one of a repository. Both paths are absolute and without links. */
export interface LinkedWorktree {
  readonly worktree: string
  /** The main working directory of its repository. */
  readonly repository: string
}

export interface LinkedWorktreesPort {
  /** Returns the linked worktree that a directory is in; null if it is in none, or if its file system does not answer. */
  readonly find: (directory: string) => Effect.Effect<LinkedWorktree | null>
}
