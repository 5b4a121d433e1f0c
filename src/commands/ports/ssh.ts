import type { Part, RemoteFile } from '../../domain/remote/listing.js'
import type { RemoteSource } from '../../domain/remote/source.js'

/** Reads other machines over the user's own `ssh`. It never prompts. */
export interface SshPort {
  /** Returns the transcripts under a folder; null when it does not exist. */
  readonly list: (source: RemoteSource, folder: string, signal: AbortSignal) => Promise<readonly RemoteFile[] | null>
  /** Returns parts of files below a folder, in order; null when the files changed meanwhile. */
  readonly fetch: (
    source: RemoteSource,
    folder: string,
    parts: readonly Part[],
    signal: AbortSignal,
  ) => Promise<readonly Buffer[] | null>
}
