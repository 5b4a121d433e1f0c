import type { CompanionFile } from '../../../commands/ports/companions.js'
import type { TranscriptFile, TranscriptRoots } from '../../../commands/ports/transcripts.js'

/** The initial data of the watching thread. */
export interface WatchStart {
  readonly roots: TranscriptRoots
  /** Stamps by path of the files that were read already and need no report. */
  readonly known: ReadonlyMap<string, string>
}

/** The conversation with the watching thread. */
export interface WatchProtocol {
  readonly asks: object
  readonly streams: object
  /** The path of a file that could not be read: the next listing must report it again. */
  readonly news: string
  readonly reports:
    | { readonly kind: 'changed'; readonly files: readonly TranscriptFile[] }
    /** Files beside the transcripts. */
    | { readonly kind: 'companions'; readonly files: readonly CompanionFile[] }
    | { readonly kind: 'degraded'; readonly reason: string }
}
