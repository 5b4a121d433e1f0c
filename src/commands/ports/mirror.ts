import type { Part } from '../../domain/remote/listing.js'
import type { TranscriptRoots } from './transcripts.js'

export type MirroredFolder = 'claude' | 'codex'

/** Local copies of another machine's transcripts. */
export interface MirrorPort {
  /** Returns how many bytes of a file are stored locally. */
  readonly held: (source: string, folder: MirroredFolder, path: string) => number
  /**
   * Writes a part. Returns false when the local bytes before it do not match: the file was replaced, its copy is deleted, and
   * the next sync fetches it again.
   */
  readonly write: (source: string, folder: MirroredFolder, part: Part, bytes: Buffer) => boolean
  /** Returns where a source's transcripts are stored locally. */
  readonly roots: (source: string) => TranscriptRoots
  readonly remove: (source: string) => void
}
