import type { FactType } from '../../domain/transcript/facts.js'

export type Provider = 'claude' | 'codex'

/** The agents' own directories, as configured; null leaves one out. */
export interface TranscriptRoots {
  /** Claude Code's, `~/.claude`: conversations stand under `projects`. */
  readonly claude: string | null
  /** Codex's, `~/.codex`: rollouts stand under `sessions` and `archived_sessions`. */
  readonly codex: string | null
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

/** Reads transcripts off the main thread. */
export interface TranscriptParser {
  /** All transcripts under the roots, oldest change first. */
  list(roots: TranscriptRoots): Promise<readonly TranscriptFile[]>
  /**
   * The unread part of a file. The next slices are made only after the earlier ones were taken, so a slow consumer
   * slows the reading. Nothing comes when there is nothing new, or the file is gone or no regular file.
   */
  read(job: ReadJob): AsyncIterable<Slice>
  close(): Promise<void>
}
