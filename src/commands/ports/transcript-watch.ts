import type { TranscriptFile, TranscriptRoots } from './transcripts.js'

/** Tells when transcripts change on disk. */
export interface TranscriptWatch {
  readonly close: () => Promise<void>
}

export interface TranscriptWatchParts {
  readonly roots: TranscriptRoots
  readonly now: () => number
  /** The transcript a path names, if it stands under the roots. */
  readonly transcriptAt: (path: string) => TranscriptFile | null
  readonly onChanged: (file: TranscriptFile) => void
  /** Lists all transcripts, off the main thread: what no notification told is found this way. */
  readonly list: (roots: TranscriptRoots) => Promise<readonly TranscriptFile[]>
  readonly isKnown: (file: TranscriptFile) => boolean
  /** Notifications are exhausted or refused: from now on only the list tells. */
  readonly onDegraded: (reason: string) => void
}
