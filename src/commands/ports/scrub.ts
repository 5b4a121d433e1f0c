/** `pending`: something still reads the old pages; what was erased is gone once it has ended. */
export type Scrubbed = 'done' | 'pending'

/** What stands outside the database of erased sessions: copies of transcripts, the text index, the write-ahead log. */
export interface ScrubPort {
  /** Hooks of these sessions that wait outside the log are taken into it, to be erased with the rest. */
  readonly settle: () => Promise<void>
  /** Resolves when no file holds anything of what was erased, or says that it could not be brought about yet. */
  readonly scrub: (sessions: readonly string[] | 'all sessions') => Promise<Scrubbed>
}
