import type { Part } from '../../domain/remote/listing.js'
import type { TranscriptRoots } from './transcripts.js'

export type MirroredFolder = 'claude' | 'codex'

/** Copies of another machine's transcripts, as far as they were fetched. */
export interface MirrorPort {
  /** Bytes of a file that are here. */
  readonly held: (source: string, folder: MirroredFolder, path: string) => number
  /**
   * Writes a part. False when what is here before it is not what is there: the file was replaced, the copy is dropped,
   * and the next reading fetches it whole.
   */
  readonly write: (source: string, folder: MirroredFolder, part: Part, bytes: Buffer) => boolean
  /** Where the transcripts of a source stand here. */
  readonly roots: (source: string) => TranscriptRoots
  readonly remove: (source: string) => void
}
