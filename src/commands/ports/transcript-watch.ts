import type { CompanionFile } from './companions.js'
import type { FileStamp } from './cursors.js'
import type { TranscriptFile, TranscriptRoots } from './transcripts.js'

/** Watches transcripts on disk and reports changes. */
export interface TranscriptWatch {
  /** The report of this file could not be processed. Report it again later, even if it does not change. */
  readonly missed: (path: string) => void
  readonly close: () => Promise<void>
}

export interface TranscriptWatchParts {
  readonly roots: TranscriptRoots
  /** Returns the files read so far, by path. Called when watching starts. */
  readonly known: () => Promise<ReadonlyMap<string, FileStamp>>
  readonly onChanged: (file: TranscriptFile) => void
  /** Called for a new or changed file beside the transcripts. */
  readonly onCompanion?: (file: CompanionFile) => void
  /** Whether the current state of the file has already been read. */
  readonly isKnown: (file: TranscriptFile) => boolean
  /** Called when notifications are exhausted or refused. From then on, only listings find changes. */
  readonly onDegraded: (reason: string) => void
  /** Reports that watching was interrupted. It is restarted. */
  readonly complain: (line: string) => void
}
