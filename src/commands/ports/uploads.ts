import type { Rejection } from '../../domain/rejection.js'
import type { Provider } from '../../domain/tools/catalog.js'
import type { TranscriptFile, TranscriptRoots } from './transcripts.js'

/** An incoming body with its declared type. */
export interface UploadBody {
  readonly contentType: string
  readonly stream: AsyncIterable<Uint8Array>
}

export interface RejectedFile {
  readonly name: string
  readonly reason: string
}

/** An upload, unpacked into a temporary folder. */
export interface Received {
  readonly folder: string
  readonly fields: Readonly<Record<string, string>>
  readonly files: number
  readonly rejected: readonly RejectedFile[]
  /** Number of transcripts and companions, and of other entries. */
  readonly extracted: number
  readonly skipped: number
}

/** Why an upload contains nothing to import. */
export type UnusableUpload = 'NO_FILES' | 'NO_JSONL' | 'IMPORT_UPLOAD_FAILED' | 'EXTRACTION_LIMIT_EXCEEDED'

/** Receives uploaded transcripts, single files or archives. */
export interface UploadPort {
  readonly receive: (body: UploadBody) => Promise<Received | Rejection<UnusableUpload>>
  readonly rootsOf: (received: Received, provider: Provider | null) => TranscriptRoots
  /** Archives a transcript that was read, because the upload itself is deleted. */
  readonly keep: (file: TranscriptFile) => Promise<void>
  readonly discard: (received: Received) => Promise<void>
}
