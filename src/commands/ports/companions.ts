import type { TranscriptRoots } from './transcripts.js'

/**
 * A file beside the transcripts that says something about sessions: the journal or the script of a workflow run, Codex's title
 * index, or its ledger of imported sessions.
 */
export interface CompanionFile {
  readonly kind: 'workflow-journal' | 'workflow-script' | 'codex-titles' | 'codex-imports'
  readonly path: string
  readonly size: number
  readonly mtimeMs: number
  readonly inode: number
  /** The session by the file's path; null for an index of many sessions. */
  readonly session: string | null
}

/** A fact from a companion about one session, ready to append. */
export interface CompanionFact {
  readonly session: string
  readonly type: 'workflow-run-recorded' | 'session-renamed-in-transcript' | 'transcript-context-recorded'
  readonly at: number
  readonly json: string
  /** Identifies the fact when the file is read again. */
  readonly identity: string
}

/** Reads companions off the main thread. */
export interface CompanionReader {
  readonly companions: (roots: TranscriptRoots) => Promise<readonly CompanionFile[]>
  /** Resolves to no facts when the file is missing, damaged or half-written. */
  readonly companion: (file: CompanionFile) => Promise<readonly CompanionFact[]>
}
