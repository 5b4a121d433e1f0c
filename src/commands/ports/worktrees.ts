import * as Context from 'effect/Context'
import type * as Effect from 'effect/Effect'
import type { Branches } from '../../domain/git/branches.js'
import type { Instant } from '../../domain/time.js'
import type {
  BranchRefused,
  GitFailed,
  NoFreePlace,
  RepositoryRefused,
  WorktreeRefused,
} from '../../domain/git/failures.js'

/** A repository that worktrees can be added to. */
export interface Repository {
  /**
   * The main working directory; of a repository without one, the repository itself. Never a linked worktree, which may be removed
   * before the lane.
   */
  readonly path: string
  /** What all its worktrees share. Only one change of worktrees may run at a time for each. */
  readonly commonDir: string
  /** The working directory whose ignored files and submodules a lane gets; null if no working directory is known. */
  readonly workingDir: string | null
  /** What a branch starts from if nothing is configured: branches in the order of preference, then a commit. */
  readonly defaultBases: readonly string[]
}

/** A directory and a branch that do not exist yet. */
export interface Place {
  readonly dir: string
  readonly branch: string
}

/** A branch that was there before the lane. */
export interface ExistingBranch {
  readonly branch: string
  readonly head: string
}

/** A worktree of a lane, as the lane recorded it. */
export interface LaneWorktree extends Place {
  /** The path of its repository. */
  readonly repository: string
  /** The commit that the branch had before the lane, which then never deletes it; null for a branch of the lane's own. */
  readonly keptHead: string | null
}

export interface NewWorktree extends Place {
  readonly repository: Repository
  readonly keptHead: string | null
  /** What a new branch starts from: the first of these that exists. */
  readonly bases: readonly string[]
  /** Identifies the lane. Marks what is created until it is complete. */
  readonly owner: string
  /** When it was requested. */
  readonly since: Instant
  /** Called with the percentage of files that are written. */
  readonly onProgress?: (percent: number) => void
}

/** A worktree whose `add` may have been killed. */
export interface BegunWorktree extends LaneWorktree {
  readonly owner: string
  /** When it was requested. */
  readonly since: Instant
}

export interface AddedWorktree {
  /** The base that was used. Null if none exists, of a branch that was there before. */
  readonly base: string | null
  /** The commit that is checked out. */
  readonly head: string
  /** What could not be done, such as a submodule without its commit. The worktree is usable. */
  readonly warnings: readonly string[]
}

/** What removing or resetting a worktree would discard. */
export interface WorktreeFacts {
  readonly head: string | null
  /** Changed tracked files. */
  readonly dirty: number
  readonly untracked: number
  /**
   * Commits on no remote; without remotes, those that are not in the base branch; without that, all. Also commits of submodules
   * that are neither on a remote nor in the main working directory.
   */
  readonly unpushed: number
  readonly hasRemote: boolean
}

/** What removing a lane would discard without its directory. */
export type BranchFacts = Pick<WorktreeFacts, 'unpushed' | 'hasRemote'> & {
  /** The commit of the branch; null if the branch does not exist. */
  readonly head: string | null
}

/** What a removal left. */
export interface RemovedWorktree {
  /** Whether the directory is still there. */
  readonly directoryKept: boolean
  /** Whether the branch is still there: it was there before the lane, or another worktree uses it. */
  readonly branchKept: boolean
}

/**
 * Git worktrees of lanes. The caller runs changes of one repository one at a time. Every change that fails or is interrupted
 * removes what it created.
 */
export interface WorktreesPort {
  /** Returns the repository that a path is in. */
  readonly inspect: (path: string) => Effect.Effect<Repository, RepositoryRefused>
  /** Returns the ignored files that a new worktree gets, as the profile names them. */
  readonly copied: (repository: Repository) => Effect.Effect<readonly string[]>
  /** Returns the first free directory and branch for a slug. */
  readonly place: (
    repository: Repository,
    slug: string,
    /** The directories that are promised to others. */
    taken: readonly string[],
    /** The branch, if it exists: then only the directory must be free. */
    branch: string | null,
  ) => Effect.Effect<Place, NoFreePlace | GitFailed>
  /**
   * Returns the branch that a name means, which a worktree can check out. One that only a remote has is created, with that as its
   * upstream.
   */
  readonly existing: (repository: Repository, name: string) => Effect.Effect<ExistingBranch, BranchRefused | GitFailed>
  /** Creates the worktree and the branch, unless that exists, with submodules and the ignored files that the profile copies. */
  readonly add: (worktree: NewWorktree) => Effect.Effect<AddedWorktree, GitFailed>
  /**
   * Removes what an `add` that was killed left behind, and nothing else. `complete`: it had finished, and nothing is removed.
   */
  readonly heal: (worktree: BegunWorktree) => Effect.Effect<'complete' | 'absent', GitFailed>
  /**
   * Fails when the directory cannot be read: its facts are never guessed.
   * @param removes whether the directory would be deleted, also with the worktrees that are inside of it
   */
  readonly facts: (
    worktree: LaneWorktree,
    base: string | null,
    removes: boolean,
  ) => Effect.Effect<WorktreeFacts, WorktreeRefused | GitFailed>
  /** Returns the facts of a lane whose directory is missing or cannot be read. Fails when its repository cannot be read. */
  readonly branchFacts: (worktree: LaneWorktree, base: string | null) => Effect.Effect<BranchFacts, GitFailed>
  /** Returns a directory of the worktree's repository; null if git cannot read the repository. */
  readonly repository: (worktree: LaneWorktree) => Effect.Effect<string | null>
  /** Fails unless the directory is missing, or is where worktrees of lanes are and is registered for the repository. */
  readonly guard: (worktree: LaneWorktree) => Effect.Effect<void, WorktreeRefused | GitFailed>
  /** Fails unless the directory is still the worktree that was created, in the same repository. */
  readonly verify: (worktree: LaneWorktree) => Effect.Effect<void, WorktreeRefused | GitFailed>
  /**
   * Sets the branch, the tracked files and the submodules to the base and deletes untracked files. Ignored files stay. The warnings
   * name the submodules that could not be set.
   */
  readonly reset: (
    worktree: LaneWorktree,
    bases: readonly string[],
  ) => Effect.Effect<{ readonly head: string; readonly warnings: readonly string[] }, WorktreeRefused | GitFailed>
  /**
   * Removes the worktree with its changes, its registration and its branch. A missing directory is no failure. Fails if the
   * repository cannot be read.
   * @param keepsDirectory whether only the registration and the branch are removed
   */
  readonly remove: (
    worktree: LaneWorktree,
    keepsDirectory: boolean,
  ) => Effect.Effect<RemovedWorktree, GitFailed | WorktreeRefused>
  /** Removes a worktree unless git refuses, and its branch if it is merged into what the lane has checked out. */
  readonly removeUnforced: (
    lane: string,
    worktree: { readonly dir: string; readonly branch: string | null },
  ) => Effect.Effect<{ readonly branchKept: boolean }, GitFailed>
  /** Makes git ignore the worktrees that agents create for sessions below a directory, in this clone. */
  readonly excludeSessionWorktrees: (dir: string) => Effect.Effect<void>
  /**
   * Makes git ignore a file of a directory, in this clone. Returns false if git tracks it.
   * @param path relative to the directory
   */
  readonly excludeFile: (dir: string, path: string) => Effect.Effect<boolean>
  /**
   * Returns the directories outside of a linked worktree that a commit in it writes to, for agents in a sandbox. Never those with
   * hooks and settings, which git runs outside of the sandbox. Empty in other directories, and in one that claims another's place.
   */
  readonly writtenByCommits: (dir: string) => Effect.Effect<readonly string[]>
  /** Returns the branches of the repository that a path is in; null when it is in none. */
  readonly branches: (path: string) => Effect.Effect<Branches | null>
}

export class Worktrees extends Context.Tag('Worktrees')<Worktrees, WorktreesPort>() {}
