import type { Subscription } from 'rxjs'
import type { Committer } from '../../events/commit.js'
import { SERVICE_STREAM } from '../../events/streams.js'
import { clearedAt, isTombstoned } from '../../projections/erasure.js'
import type { Reader } from '../../projections/sql.js'
import type { TranscriptFile } from '../ports/transcripts.js'

/** What an import brings back: nothing erased, what was cleared with everything, or also sessions deleted one by one. */
export type Revives = 'nothing' | 'cleared' | 'purged'

/** Which transcripts tell of what was erased: nobody reads them again by himself. */
export interface ErasedTranscripts {
  /** By what its place and its times tell. */
  readonly isErased: (file: TranscriptFile) => boolean
  /** Whether the session a file is of was purged, by the file's place. */
  readonly isPurged: (file: TranscriptFile) => boolean
  /** Whether what a file tells of a session may be stored. To be asked inside the transaction. */
  readonly admits: (session: string, file: Pick<TranscriptFile, 'mtimeMs'>, revives: Revives) => boolean
  readonly isTombstoned: (session: string) => boolean
  readonly close: () => void
}

/**
 * A purged session stays away; after everything was cleared a transcript is history until it is written again. `ready` is
 * false while the tables cannot be read: then nothing is known, and nothing is admitted.
 */
export const erasedTranscripts = (committer: Committer, db: Reader, ready: () => boolean): ErasedTranscripts => {
  let known: { readonly cleared: number; readonly sessions: ReadonlySet<string> } | null = null
  const subscription: Subscription = committer.committed.subscribe(({ events }) => {
    // Rows of a rebuild can differ too, and its end is told by an event of this stream.
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
