import type { Provider } from '../../domain/tools/catalog.js'
import type { CompanionReader } from './companions.js'
import type { FactType } from '../../domain/transcript/facts/facts.js'
import type { Message } from '../../domain/transcript/view/message.js'
import type { Edit } from '../../domain/edits/changed-files.js'
import type { Hunk } from '../../domain/edits/hunk.js'

/** The agents' own directories, as configured; null excludes one. */
export interface TranscriptRoots {
  /** Claude Code's home, `~/.claude`: conversations are under `projects`. */
  readonly claude: string | null
  /** Codex's home, `~/.codex`: rollouts are under `sessions` and `archived_sessions`. */
  readonly codex: string | null
  /** Further homes of the agents, with the same layout: users keep one for each account. */
  readonly others?: readonly { readonly provider: Provider; readonly home: string }[]
  /** The folder with the own folders of users, each the home of their agents. Nothing in them is read through a link. */
  readonly users?: string
  /** Further folders that a user named, with transcripts anywhere below. Without a provider, the file names decide. */
  readonly folders?: readonly { readonly path: string; readonly provider: Provider | null }[]
}

/** A transcript file on disk, before it is read. */
export interface TranscriptFile {
  readonly path: string
  readonly provider: Provider
  /** The session by the file's path; null when only its lines name it. */
  readonly session: string | null
  /** The subagent that the file belongs to; null for the main conversation. */
  readonly agent: string | null
  readonly size: number
  readonly mtimeMs: number
  readonly inode: number
  /** When the file was created, or changed last if that was earlier: a copied file keeps only the time of its last change. */
  readonly bornMs?: number
}

/**
 * How far a file was read. Losing it only costs time: the file is read again, and the log's dedup keys prevent duplicates.
 * `head` is a digest of what was read; it does not match a file that was replaced or rewritten.
 */
export interface Cursor {
  readonly offset: number
  readonly line: number
  readonly head: string
  readonly session: string
  /** The parser's state as JSON: running totals, model, last title. */
  readonly state: string
  /** Byte offsets of some lines and the number of shown messages before them, as JSON; see the reader. */
  readonly index: string
}

/** Facts from some lines of one file, ready to append. */
export interface Slice {
  readonly session: string
  readonly provider: Provider
  readonly agent: string | null
  readonly facts: readonly { readonly type: FactType; readonly at: number; readonly json: string }[]
  /** The facts' dedup keys, 16 bytes each, in order. */
  readonly keys: Uint8Array
  /** The cursor after these facts are committed. */
  readonly cursor: Cursor
  readonly bytes: number
  readonly lines: number
  /** Lines that are not JSON objects, exceed the size limit, or are not UTF-8. */
  readonly skipped: number
}

export interface ReadJob {
  readonly file: TranscriptFile
  /** Where the last reading stopped; null reads from the start. */
  readonly cursor: Cursor | null
  /** The file is no longer being written: a complete last line is read even without a newline. */
  readonly final: boolean
}

/** One conversation and the location of its transcript. */
export interface Conversation {
  readonly session: string
  readonly agent: string | null
  readonly provider: Provider
  /** The transcript's path, if known. When the file was deleted or replaced, the archived copy is read. */
  readonly path: string | null
  /** How far it was read. Its index finds a page without reading the lines before it. */
  readonly cursor: Cursor | null
  /** The files that its transcript continues, in order: a Codex thread can go on in another file. */
  readonly earlier?: readonly { readonly path: string; readonly cursor: Cursor }[]
}

export interface PageQuery extends Conversation {
  readonly limit: number
  /** A line number: returns the messages after it, oldest first. */
  readonly after: number | null
  /** A line number: returns the newest messages before it. Without either, the newest of all. */
  readonly before: number | null
}

export interface ConversationPage {
  readonly messages: readonly Message[]
  /** Number of messages in the whole conversation. */
  readonly total: number
  /** Whether more messages exist in the direction of the page: older ones, or with `after` newer ones. */
  readonly has_more: boolean
  /** The lowest and the highest line of the page. For an empty page, the position that was asked for. */
  readonly first_line: number
  readonly last_line: number
}

export interface ImageQuery extends Conversation {
  readonly line: number
  readonly index: number
}

/** An image of a known format, with the type found in its bytes; null when there is none to show. */
export type ImageAnswer = { readonly type: string; readonly bytes: Uint8Array } | null

export interface LineQuery extends Conversation {
  readonly line: number
}

/** A line of the transcript as readable JSON; null when there is none to show. */
export type LineAnswer = { readonly json: string; readonly cut: boolean } | null

export interface FindQuery extends Conversation {
  /** The text to search for, ignoring case. */
  readonly words: string
}

export interface FindAnswer {
  /** Lines of messages that contain the text, in the order of the conversation, with the number of occurrences. */
  readonly hits: readonly { readonly line: number; readonly count: number }[]
  /** Whether there are more hits than returned. */
  readonly cut: boolean
}

/** One change of one file by a tool call of a conversation, without its lines. */
export interface IndexedEdit extends Edit {
  readonly call: string
  /** The index of the file among those of the call. */
  readonly part: number
  readonly tool: string
  /** The transcript line with the call. */
  readonly line: number
  readonly at: number | null
  /** Why the call failed. */
  readonly failure: string | null
}

export interface EditIndex {
  readonly edits: readonly IndexedEdit[]
  /** False if the conversation was only read in part: ask again, and the next part is read. */
  readonly isComplete: boolean
}

export interface HunksQuery extends Conversation {
  /** Whether all lines are needed, not only those that people read. */
  readonly isWhole?: boolean
  readonly edits: readonly Pick<IndexedEdit, 'call' | 'part'>[]
}

/** The lines of each requested change, in the same order; empty when its transcript has changed. */
export type HunksAnswer = readonly { readonly hunks: readonly Hunk[]; readonly omitted: number }[]

export interface MarkdownQuery extends Conversation {
  /** Whether the export contains what tools returned. */
  readonly toolOutput: boolean
}

/** Reads transcripts off the main thread. */
export interface TranscriptParser extends CompanionReader {
  /** Returns all transcripts under the roots, oldest change first. */
  list(roots: TranscriptRoots): Promise<readonly TranscriptFile[]>
  /**
   * Reads the unread part of a file. The next slices are made only after earlier ones were consumed, so a slow consumer slows
   * down the reading. Yields nothing when nothing is new, or the file is missing or not a regular file.
   */
  read(job: ReadJob): AsyncIterable<Slice>
  /** Returns a page of a conversation; empty when both its transcript and the copy are missing. */
  page(query: PageQuery): Promise<ConversationPage>
  image(query: ImageQuery): Promise<ImageAnswer>
  line(query: LineQuery): Promise<LineAnswer>
  find(query: FindQuery): Promise<FindAnswer>
  /** Returns the file changes of a conversation, in its order. */
  edits(query: Conversation): Promise<EditIndex>
  hunks(query: HunksQuery): Promise<HunksAnswer>
  /** Returns a conversation as Markdown, in parts that are made as they are consumed. */
  markdown(query: MarkdownQuery): AsyncIterable<string>
  close(): Promise<void>
}

/** Compressed copies of transcripts, as far as they were read. */
export interface TranscriptArchive {
  /**
   * Copies a file up to the cursor. Of a transcript that still grows, only full chunks are copied; `settled` copies everything.
   * Repeating it changes nothing.
   */
  keep(file: TranscriptFile, cursor: Cursor, settled: boolean): Promise<void>
  /** Whether any part of the transcript is archived. */
  has(session: string, agent: string | null): boolean
  /** Deletes the copies of a session permanently. */
  forget(session: string): Promise<void>
  forgetAll(): Promise<void>
}
