import type { CompanionFact, CompanionFile } from '../../../commands/ports/companions.js'
import type {
  Conversation,
  ConversationPage,
  EditIndex,
  FindAnswer,
  FindQuery,
  HunksAnswer,
  HunksQuery,
  ImageAnswer,
  ImageQuery,
  LineAnswer,
  LineQuery,
  MarkdownQuery,
  PageQuery,
  ReadJob,
  Slice,
  TranscriptFile,
  TranscriptRoots,
} from '../../../commands/ports/transcripts.js'

export interface ParseData {
  /** The folder of the archive, or null without one. */
  readonly archive: string | null
}

/** The conversation with the parse thread. */
export interface ParseProtocol {
  readonly asks: {
    list(roots: TranscriptRoots): readonly TranscriptFile[]
    companions(roots: TranscriptRoots): readonly CompanionFile[]
    companion(file: CompanionFile): readonly CompanionFact[]
    page(query: PageQuery): ConversationPage
    image(query: ImageQuery): ImageAnswer
    line(query: LineQuery): LineAnswer
    find(query: FindQuery): FindAnswer
    edits(query: Conversation): EditIndex
    hunks(query: HunksQuery): HunksAnswer
  }
  readonly streams: {
    read(job: ReadJob): Iterator<Slice, void, undefined>
    markdown(query: MarkdownQuery): Iterator<string, void, undefined>
  }
  readonly news: never
  readonly reports: never
}
