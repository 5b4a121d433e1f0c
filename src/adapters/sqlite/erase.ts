import type Database from 'better-sqlite3'
import type { Erased } from '../../events/commit.js'
import { sessionOfStream } from '../../events/streams.js'
import { momentKinOf } from '../../projections/moment.js'
import { kinOf } from '../../projections/tool-call.js'
import { type SqliteLog, readStream } from './log.js'
import type { Projector } from './projector.js'

interface Stream {
  readonly id: number
  readonly name: string
}

/** What an erasure removed from a stream, and the streams that inherit calls and one-time events it had in common with them. */
export interface Gone {
  readonly stream: number
  readonly positions: readonly number[]
  readonly heirs: readonly number[]
}

/**
 * Returns a function that deletes streams permanently, inside the open transaction: their rows in the tables and the log, and
 * their transcript cursors. `secure_delete` overwrites the content; see `scrubber` for what remains in the write-ahead log.
 * `onErased` receives what was removed, even if the transaction is rolled back: checking again costs little.
 */
export const eraser = (
  connection: Database.Database,
  log: SqliteLog,
  projector: Projector,
  onErased: (gone: Gone) => void,
) => {
  const sql = statements(connection)
  const eventsOf = readStream(connection)
  const all = (): readonly Stream[] => sql.streams.all().filter(({ name }) => sessionOfStream(name) !== undefined)
  const named = (names: readonly string[]): readonly Stream[] => names.flatMap((name) => sql.named.get(name) ?? [])

  const heirsOf = (stream: number): readonly number[] => [
    ...kinOf(projector.db, stream),
    ...momentKinOf(projector.db, stream),
  ]

  return (erased: Erased, between: () => void): void => {
    const everything = erased === 'all sessions'
    const streams = everything ? all() : named(erased)
    const heirs = new Map(everything ? [] : streams.map(({ id }) => [id, heirsOf(id)]))
    projector.clear({ streams: new Set(streams.map(({ id }) => id)), everything, eventsOf })
    between()
    for (const { id, name } of streams) {
      const positions = sql.positions.all(id).map(({ position }) => position)
      onErased({ stream: id, positions, heirs: heirs.get(id) ?? [] })
      sql.unpark.run(id)
      sql.events.run(id)
      // The stream's id is not reused: threads that follow the log identify streams by it.
      sql.nameless.run(id)
      const session = sessionOfStream(name) ?? ''
      sql.transcripts.run(session)
      sql.settled.run(session)
      sql.partlyTaken.run(session)
      log.forget(name)
    }
    // Also the files that have no session yet.
    if (everything) {
      sql.allTranscripts.run()
      sql.allSettled.run()
    }
  }
}

const statements = (connection: Database.Database) => ({
  streams: connection.prepare<[], Stream>('select id, name from stream order by id'),
  named: connection.prepare<[string], Stream>('select id, name from stream where name = ?'),
  positions: connection.prepare<[number], { position: number }>('select position from log where stream = ?'),
  unpark: connection.prepare<[number]>(
    'delete from parked where position in (select position from log where stream = ?)',
  ),
  events: connection.prepare<[number]>('delete from log where stream = ?'),
  nameless: connection.prepare<[number]>(`update stream set name = 'erased-' || id where id = ?`),
  transcripts: connection.prepare<[string]>('delete from transcript_file where session = ?'),
  // The paths of its transcripts, and of the files beside them, contain the session id.
  settled: connection.prepare<[string]>('delete from settled_file where instr(path, ?) > 0'),
  allSettled: connection.prepare('delete from settled_file'),
  partlyTaken: connection.prepare<[string]>('delete from partly_taken where session = ?'),
  allTranscripts: connection.prepare('delete from transcript_file'),
})
