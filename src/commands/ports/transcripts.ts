import type { CompanionReader } from './companions.js'
import type { FactType } from '../../domain/transcript/facts.js'
import type { Message } from '../../domain/transcript/message.js'

export type Provider = 'claude' | 'codex'

/** The agents' own directories, as configured; null leaves one out. */
export interface TranscriptRoots {
  /** Claude Code's, `~/.claude`: conversations stand under `projects`. */
  readonly claude: string | null
  /** Codex's, `~/.codex`: rollouts stand under `sessions` and `archived_sessions`. */
  readonly codex: string | null
  /** Further folders somebody named: transcripts may stand anywhere under them. Without a provider the names of files tell. */
  readonly folders?: readonly { readonly path: string; readonly provider: Provider | null }[]
}

/** A transcript file on disk, before it is read. */
export interface TranscriptFile {
  readonly path: string
  readonly provider: Provider
  /** The session by the file's place, null when only its lines can tell. */
  readonly session: string | null
  /** The subagent whose file this is, null for the main conversation. */
  readonly agent: string | null
  readonly size: number
  readonly mtimeMs: number
  readonly inode: number
}

/**
 * How far a file was read. It only saves work: losing it re-reads the file, and the log's dedup keys keep every fact
 * single. `head` is a digest of what was read: a file that was replaced or rewritten no longer matches.
 */
export interface Cursor {
  readonly offset: number
  readonly line: number
  readonly head: string
  readonly session: string
  /** The parser's memory as JSON: running totals, model, last title. */
  readonly state: string
  /** Some lines' byte offsets and the number of shown messages before them, as JSON; see the reader. */
  readonly index: string
}

/** Facts of some lines of one file, ready to append. */
export interface Slice {
  readonly session: string
  readonly provider: Provider
  readonly agent: string | null
  readonly facts: readonly { readonly type: FactType; readonly at: number; readonly json: string }[]
  /** The facts' dedup keys, 16 bytes each, in order. */
  readonly keys: Uint8Array
  /** How far the file is read once these facts are committed. */
  readonly cursor: Cursor
  readonly bytes: number
  readonly lines: number
  /** Lines that are no JSON object, over the size cap, or not UTF-8. */
  readonly skipped: number
}

export interface ReadJob {
  readonly file: TranscriptFile
  /** Where the last reading ended; null reads from the start. */
  readonly cursor: Cursor | null
  /** Nobody writes the file any more: a last line without a newline is taken when it is whole. */
  readonly final: boolean
}

/** One conversation: where its transcript stands, or stood. */
export interface Conversation {
  readonly session: string
  readonly agent: string | null
  readonly provider: Provider
  /** The transcript, when a path of it is known. When it is gone or was replaced, the archived copy is read. */
  readonly path: string | null
  /** How far it was read: its index finds a page without reading what stands before it. */
  readonly cursor: Cursor | null
}

export interface PageQuery extends Conversation {
  readonly limit: number
  /** A line: the messages behind it, oldest first. */
  readonly after: number | null
  /** A line: the newest messages before it. Without either, the newest of all. */
  readonly before: number | null
}

export interface ConversationPage {
  readonly messages: readonly Message[]
  /** Messages of the whole conversation. */
  readonly total: number
  /** Messages remain in the direction of the page: older ones, or with `after` newer ones. */
  readonly has_more: boolean
  /** The lowest and the highest line of the page; of an empty one where it was looked for. */
  readonly first_line: number
  readonly last_line: number
}

export interface ImageQuery extends Conversation {
  readonly line: number
  readonly index: number
}

/** A picture of a known format, with the type that its bytes have; null when there is none to show. */
export type ImageAnswer = { readonly type: string; readonly bytes: Uint8Array } | null

export interface LineQuery extends Conversation {
  readonly line: number
}

/** A line as it stands in the transcript, as JSON to read; null when there is none to show. */
export type LineAnswer = { readonly json: string; readonly cut: boolean } | null

export interface FindQuery extends Conversation {
  /** Found as it stands, in any case of letters. */
  readonly words: string
}

export interface FindAnswer {
  /** Lines of messages that hold the words, in the order of the conversation, and how often each does. */
  readonly hits: readonly { readonly line: number; readonly count: number }[]
  /** There are more lines than are told. */
  readonly cut: boolean
}

/** Reads transcripts off the main thread. */
export interface TranscriptParser extends CompanionReader {
  /** All transcripts under the roots, oldest change first. */
  list(roots: TranscriptRoots): Promise<readonly TranscriptFile[]>
  /**
   * The unread part of a file. The next slices are made only after the earlier ones were taken, so a slow consumer
   * slows the reading. Nothing comes when there is nothing new, or the file is gone or no regular file.
   */
  read(job: ReadJob): AsyncIterable<Slice>
  /** A page of a conversation; empty when neither its transcript nor a copy of it is there. */
  page(query: PageQuery): Promise<ConversationPage>
  image(query: ImageQuery): Promise<ImageAnswer>
  line(query: LineQuery): Promise<LineAnswer>
  find(query: FindQuery): Promise<FindAnswer>
  close(): Promise<void>
}

/** Compressed copies of transcripts, made from what was read of them. */
export interface TranscriptArchive {
  /**
   * Copies what the cursor stands behind. Of a transcript that still grows only large parts are copied at a time;
   * `settled` copies all of it. Copying the same again changes nothing.
   */
  keep(file: TranscriptFile, cursor: Cursor, settled: boolean): Promise<void>
  /** Whether anything of the transcript is kept. */
  has(session: string, agent: string | null): boolean
  /** Deletes the copies of a session, for good. */
  forget(session: string): Promise<void>
  forgetAll(): Promise<void>
}
