import type { CompanionFact, CompanionFile } from '../../../commands/ports/companions.js'
import type {
  ConversationPage,
  FindAnswer,
  FindQuery,
  ImageAnswer,
  ImageQuery,
  LineAnswer,
  LineQuery,
  PageQuery,
  ReadJob,
  Slice,
  TranscriptFile,
  TranscriptRoots,
} from '../../../commands/ports/transcripts.js'

/** Requests of the main thread to the parse worker; `id` identifies a request. */
export type ToWorker =
  | { readonly kind: 'read'; readonly id: number; readonly job: ReadJob }
  | { readonly kind: 'taken'; readonly id: number }
  | { readonly kind: 'stop'; readonly id: number }
  | { readonly kind: 'list'; readonly id: number; readonly roots: TranscriptRoots }
  | { readonly kind: 'companions'; readonly id: number; readonly roots: TranscriptRoots }
  | { readonly kind: 'companion'; readonly id: number; readonly file: CompanionFile }
  | { readonly kind: 'page'; readonly id: number; readonly query: PageQuery }
  | { readonly kind: 'image'; readonly id: number; readonly query: ImageQuery }
  | { readonly kind: 'line'; readonly id: number; readonly query: LineQuery }
  | { readonly kind: 'find'; readonly id: number; readonly query: FindQuery }

export type FromWorker =
  | { readonly kind: 'slice'; readonly id: number; readonly slice: Slice; readonly last: boolean }
  /** The file contained no facts. */
  | { readonly kind: 'end'; readonly id: number }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string }
  | { readonly kind: 'listed'; readonly id: number; readonly files: readonly TranscriptFile[] }
  | { readonly kind: 'companions'; readonly id: number; readonly files: readonly CompanionFile[] }
  | { readonly kind: 'companion'; readonly id: number; readonly facts: readonly CompanionFact[] }
  | { readonly kind: 'page'; readonly id: number; readonly page: ConversationPage }
  | { readonly kind: 'image'; readonly id: number; readonly image: ImageAnswer }
  | { readonly kind: 'line'; readonly id: number; readonly line: LineAnswer }
  | { readonly kind: 'find'; readonly id: number; readonly found: FindAnswer }
