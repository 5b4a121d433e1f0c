import * as Context from 'effect/Context'
import type * as Effect from 'effect/Effect'
import type { Logins } from './git-remotes.js'

/** A submodule without work of its own. */
export interface UnworkedSubmodule {
  /** Relative to the top of its repository. */
  readonly path: string
  /** The commit that it is at, which is the recorded one. */
  readonly head: string
}

/** Submodules of the repository that a directory is in. */
export interface SubmodulesPort {
  /** Returns the initialised submodules that are at the recorded commit and have no changed files. */
  readonly unworked: (dir: string) => Effect.Effect<readonly UnworkedSubmodule[]>
  /**
   * Moves submodules to the commits that are recorded now. Missing commits are fetched. Returns a message for each that could not
   * be moved.
   */
  readonly follow: (
    dir: string,
    before: readonly UnworkedSubmodule[],
    logins: Logins,
  ) => Effect.Effect<readonly string[]>
}

export class Submodules extends Context.Tag('Submodules')<Submodules, SubmodulesPort>() {}
