import { systemVisibility } from '../../domain/access/system-visibility.js'
import { sessionStream } from '../../events/streams.js'
import type { Tx } from '../../events/commit.js'
import { isKnownSource, sourceOfSession } from '../../projections/queries/remote-sources.js'
import type { Reader } from '../../projections/sql.js'
import type { CursorStore } from '../ports/cursors.js'
import type { Slice } from '../ports/transcripts.js'

/** A transcript names a session of another source and contains none of its lines. */
export class ForeignSession extends Error {
  constructor(session: string, owner: string) {
    super(`session ${session} belongs to the source ${owner}, and the file does not start with its lines`)
  }
}

/** Appends a fact of a slice; false when it is already known. */
type Append = (fact: number) => boolean

export interface SessionOwners {
  /**
   * Throws when a source's transcript must not add to a session: the id alone proves nothing. Allowed are a copy that starts
   * with known lines of the session (a user moved to another machine), and files beside such a copy.
   */
  readonly refuseForeign: (tx: Tx, slice: Slice, source: string, append: Append) => void
}

interface Parts {
  readonly db: Reader
  readonly cursors: Pick<CursorStore, 'ofSession'>
  /** Returns the source that a file was read for. */
  readonly sourceOf: (path: string) => string
}

export const sessionOwners = ({ db, cursors, sourceOf }: Parts): SessionOwners => {
  const ownerOf = (tx: Tx, session: string): string | undefined => {
    if (tx.versionOf(sessionStream(session)) === 0) return undefined
    const owner = sourceOfSession(db, systemVisibility, session)
    if (owner !== undefined) return owner
    // The session was created in this transaction.
    tx.project()
    return sourceOfSession(db, systemVisibility, session)
  }
  return {
    refuseForeign: (tx, slice, source, append) => {
      const { session } = slice
      const owner = ownerOf(tx, session)
      if (owner === undefined || owner === source || !isKnownSource(db, systemVisibility, owner)) return
      if (cursors.ofSession(session).some(({ path }) => sourceOf(path) === source)) return
      const first = slice.facts.findIndex(({ type }) => !GUESSABLE.has(type))
      if (first < 0 || append(first)) throw new ForeignSession(session, owner)
    },
  }
}

/** Facts whose key can be computed without having seen the line: it may have no id and no time. */
const GUESSABLE: ReadonlySet<Slice['facts'][number]['type']> = new Set([
  'session-renamed-in-transcript',
  'subagent-transcript-found',
])
