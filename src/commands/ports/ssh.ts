import type { Part, RemoteFile } from '../../domain/remote/listing.js'
import type { RemoteSource } from '../../domain/remote/source.js'

/** Asks other machines over the user's own `ssh`. Nothing of it waits for a password or a question. */
export interface SshPort {
  /** The transcripts under a folder; null where there is no such folder. */
  readonly list: (source: RemoteSource, folder: string, signal: AbortSignal) => Promise<readonly RemoteFile[] | null>
  /** Parts of files below a folder, one after the other; null when the files changed meanwhile. */
  readonly fetch: (
    source: RemoteSource,
    folder: string,
    parts: readonly Part[],
    signal: AbortSignal,
  ) => Promise<readonly Buffer[] | null>
}
