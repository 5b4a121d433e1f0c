import type { FactType } from '../../domain/transcript/facts.js'

export type Provider = 'claude' | 'codex'

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
 * single. `head` is a digest of the first bytes: a file that was replaced or rewritten no longer matches.
 */
export interface Cursor {
  readonly offset: number
  readonly line: number
  readonly head: string
  readonly session: string
  /** The parser's memory as JSON: running totals, model, last title. */
  readonly state: string
  /** Every N-th line's byte offset and the number of shown messages before it, as JSON; see the reader. */
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
