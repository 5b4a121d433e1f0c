import type { Subscription } from 'rxjs'
import type { Committer } from '../../events/commit.js'
import { SERVICE_STREAM } from '../../events/streams.js'
import { clearedAt, isTombstoned } from '../../projections/erasure.js'
import type { Reader } from '../../projections/sql.js'
import type { TranscriptFile } from '../ports/transcripts.js'

/** Which erased data an import brings back: none, data removed by clearing everything, or individually deleted sessions too. */
export type Revives = 'nothing' | 'cleared' | 'purged'

/** Decides which transcripts belong to erased data. Those are only read again on request. */
export interface ErasedTranscripts {
  /** Judges by the file's path and times. */
  readonly isErased: (file: TranscriptFile) => boolean
  /** Whether the file's session, by its path, was purged. */
  readonly isPurged: (file: TranscriptFile) => boolean
  /** Whether facts from a file may be stored for a session. Call it inside the transaction. */
  readonly admits: (session: string, file: Pick<TranscriptFile, 'mtimeMs'>, revives: Revives) => boolean
  readonly isTombstoned: (session: string) => boolean
  readonly close: () => void
}

/**
 * Returns the rules for erased transcripts. A purged session stays deleted. After everything was cleared, a transcript is
 * ignored until it is written again. `ready` is false while the tables cannot be read: nothing is admitted then.
 */
export const erasedTranscripts = (committer: Committer, db: Reader, ready: () => boolean): ErasedTranscripts => {
  let known: { readonly cleared: number; readonly sessions: ReadonlySet<string> } | null = null
  const subscription: Subscription = committer.committed.subscribe(({ events }) => {
    // A rebuild can change these rows too; it finishes with an event of this stream.
    if (events.some(({ streamName }) => streamName === SERVICE_STREAM)) known = null
  })
  const read = () =>
    (known ??= {
      cleared: clearedAt(db),
      sessions: new Set(db.all<{ session: string }>('select session from p_tombstone').map(({ session }) => session)),
    })
  return {
    isErased: (file) => {
      if (!ready()) return false
      const { cleared, sessions } = read()
      return file.mtimeMs <= cleared || (file.session !== null && sessions.has(file.session))
    },
    isPurged: ({ session }) => ready() && session !== null && read().sessions.has(session),
    admits: (session, file, revives) =>
      revives === 'purged' ||
      (ready() && (revives === 'cleared' || file.mtimeMs > clearedAt(db)) && !isTombstoned(db, session)),
    isTombstoned: (session) => isTombstoned(db, session),
    close: () => subscription.unsubscribe(),
  }
}
