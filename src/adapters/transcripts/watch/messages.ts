import type { CompanionFile } from '../../../commands/ports/companions.js'
import type { TranscriptFile, TranscriptRoots } from '../../../commands/ports/transcripts.js'

/** The initial data of the watching thread. */
export interface WatchStart {
  readonly roots: TranscriptRoots
  /** Stamps by path of the files that were read already and need no report. */
  readonly known: ReadonlyMap<string, string>
}

export type FromWatcher =
  | { readonly kind: 'changed'; readonly files: readonly TranscriptFile[] }
  /** Files beside the transcripts. */
  | { readonly kind: 'companions'; readonly files: readonly CompanionFile[] }
  | { readonly kind: 'degraded'; readonly reason: string }

/** The file could not be read: the next listing must report it again. */
export interface ToWatcher {
  readonly kind: 'missed'
  readonly path: string
}
