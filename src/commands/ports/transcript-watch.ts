import type { CompanionFile } from './companions.js'
import type { FileStamp } from './cursors.js'
import type { TranscriptFile, TranscriptRoots } from './transcripts.js'

/** Tells when transcripts change on disk. */
export interface TranscriptWatch {
  /** What was told of this file could not be used: it is told again after a while, though it does not change. */
  readonly missed: (path: string) => void
  readonly close: () => Promise<void>
}

export interface TranscriptWatchParts {
  readonly roots: TranscriptRoots
  /** What was read so far, by path: asked for when the watching begins. */
  readonly known: () => Promise<ReadonlyMap<string, FileStamp>>
  readonly onChanged: (file: TranscriptFile) => void
  /** A file beside the transcripts was found or has changed. */
  readonly onCompanion?: (file: CompanionFile) => void
  /** Whether somebody else has read the file as it is now. */
  readonly isKnown: (file: TranscriptFile) => boolean
  /** Notifications are exhausted or refused: from now on only the list tells. */
  readonly onDegraded: (reason: string) => void
  /** The watching ended by itself; it begins anew soon. */
  readonly onEnded: (reason: string) => void
}
