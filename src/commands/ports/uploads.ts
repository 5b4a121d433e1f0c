import type { Rejection } from '../../domain/rejection.js'
import type { TranscriptFile, TranscriptRoots } from './transcripts.js'

/** A body on its way in, with what its sender says of it. */
export interface UploadBody {
  readonly contentType: string
  readonly stream: AsyncIterable<Uint8Array>
}

export interface RejectedFile {
  readonly name: string
  readonly reason: string
}

/** What was sent, unpacked into a folder of our own. */
export interface Received {
  readonly folder: string
  readonly fields: Readonly<Record<string, string>>
  readonly files: number
  readonly rejected: readonly RejectedFile[]
  /** Transcripts and what stands beside them, and whatever else there was. */
  readonly extracted: number
  readonly skipped: number
}

/** Takes transcripts that are sent, alone or packed. */
export interface UploadPort {
  readonly receive: (body: UploadBody) => Promise<Received | Rejection>
  readonly rootsOf: (received: Received, provider: 'claude' | 'codex' | null) => TranscriptRoots
  /** An uploaded transcript was read: a copy of it is kept, since the upload is not. */
  readonly keep: (file: TranscriptFile) => Promise<void>
  readonly discard: (received: Received) => Promise<void>
}
