import { mirrorsIn, sourceOfFile } from '../adapters/ssh/mirror.js'
import { type SessionOwners, sessionOwners } from '../commands/ingest/owners.js'
import type { CursorStore } from '../commands/ports/cursors.js'
import type { Reader } from '../projections/sql.js'

/** Returns the rules that decide which source's transcripts may add to a session, for one data directory. */
export const ownersIn = (dataDir: string, db: Reader, cursors: CursorStore): SessionOwners => {
  const mirrors = mirrorsIn(dataDir)
  return sessionOwners({ db, cursors, sourceOf: (path) => sourceOfFile(mirrors, path) })
}
