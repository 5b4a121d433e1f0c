import type { ReadJob, Slice, TranscriptFile, TranscriptRoots } from '../../commands/ports/transcripts.js'

/** What the main thread asks of the parse worker; `id` names the question. */
export type ToWorker =
  | { readonly kind: 'read'; readonly id: number; readonly job: ReadJob }
  | { readonly kind: 'taken'; readonly id: number }
  | { readonly kind: 'stop'; readonly id: number }
  | { readonly kind: 'list'; readonly id: number; readonly roots: TranscriptRoots }

export type FromWorker =
  | { readonly kind: 'slice'; readonly id: number; readonly slice: Slice }
  | { readonly kind: 'end'; readonly id: number }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string }
  | { readonly kind: 'listed'; readonly id: number; readonly files: readonly TranscriptFile[] }
