/** `pending`: a reader still uses the old pages; the erased data is gone when it finishes. */
export type Scrubbed = 'done' | 'pending'

/** Erases sessions from files outside the database's tables: copies of transcripts, the text index, the write-ahead log. */
export interface ScrubPort {
  /** Ingests the spooled hooks of all sessions, so that they are erased with the rest. */
  readonly settle: () => Promise<void>
  /** Resolves to `done` when no file contains erased data, or to `pending` when that is not yet possible. */
  readonly scrub: (sessions: readonly string[] | 'all sessions') => Promise<Scrubbed>
}
