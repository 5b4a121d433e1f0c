import * as Context from 'effect/Context'
import type * as Effect from 'effect/Effect'
import type { Part, RemoteFile } from '../../domain/remote/listing.js'
import type { RemoteSource, SshFailure } from '../../domain/remote/source.js'

/** Reads other machines over the user's own `ssh`. It never prompts. */
export interface SshPort {
  /** Returns the transcripts under a folder; null when it does not exist. */
  readonly list: (source: RemoteSource, folder: string) => Effect.Effect<readonly RemoteFile[] | null, SshFailure>
  /** Returns parts of files below a folder, in order; null when the files changed meanwhile. */
  readonly fetch: (
    source: RemoteSource,
    folder: string,
    parts: readonly Part[],
  ) => Effect.Effect<readonly Buffer[] | null, SshFailure>
}

export class Ssh extends Context.Tag('Ssh')<Ssh, SshPort>() {}
