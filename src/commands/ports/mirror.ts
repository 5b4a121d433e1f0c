import type { Part } from '../../domain/remote/listing.js'
import type { Provider } from '../../domain/tools/catalog.js'
import type { TranscriptRoots } from './transcripts.js'

/** Local copies of another machine's transcripts. */
export interface MirrorPort {
  /** Returns how many bytes of a file are stored locally. */
  readonly held: (source: string, provider: Provider, path: string) => number
  /**
   * Writes a part. Returns false when the local bytes before it do not match: the file was replaced, its copy is deleted, and
   * the next sync fetches it again.
   */
  readonly write: (source: string, provider: Provider, part: Part, bytes: Buffer) => boolean
  /** Returns where a source's transcripts are stored locally. */
  readonly roots: (source: string) => TranscriptRoots
  readonly remove: (source: string) => void
}
