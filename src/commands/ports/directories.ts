import * as Context from 'effect/Context'
import type * as Effect from 'effect/Effect'

/** What a path is on this machine. */
export interface FoundPath {
  /** Absolute and normalized, without symbolic links. Of a missing path, as far as it exists. */
  readonly path: string
  /** `unreadable`: the file system refuses or does not answer. */
  readonly is: 'directory' | 'file' | 'missing' | 'unreadable'
}

/** The directories of this machine. */
export interface DirectoriesPort {
  /** The home directory of the user who runs the service. */
  readonly home: string
  readonly find: (path: string) => Effect.Effect<FoundPath>
}

export class Directories extends Context.Tag('Directories')<Directories, DirectoriesPort>() {}
