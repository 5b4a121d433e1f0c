import type { Recorded } from '../events/envelope.js'
import { defineProjection } from './define.js'
import type { Reader } from './sql.js'

/**
 * The lines that report a one-time event: a completed turn, an interrupt, a failed request, a compaction. A fork copies its
 * parent's lines with their times and uuids; each event counts in the session in which calls would count.
 */
export const momentProjection = defineProjection({
  name: 'moment',
  version: 2,
  ddl: [
    // Time comes first in the key: history is read in time order, so neighbours share a page.
    `create table p_moment (
       at integer not null, uuid text not null, stream integer not null, id integer not null,
       copied integer not null, primary key (at, uuid, stream, id)
     ) without rowid`,
    'create index i_moment_stream on p_moment(stream, id)',
  ],
  reads: ['turn-completed', 'interrupt-recorded', 'api-error-recorded', 'compaction-seen'],
  apply: (events, db) => {
    for (const event of events) {
      const moment = momentOf(event)
      if (moment === null) continue
      const { at, uuid } = moment
      const copied = 'copied' in event.data && event.data.copied ? 1 : 0
      db.run(
        'insert into p_moment (at, uuid, stream, id, copied) values (?, ?, ?, ?, ?)',
        at,
        uuid,
        event.stream,
        event.position,
        copied,
      )
    }
  },
  clear: ({ streams, everything }, db) => {
    if (everything) db.run('delete from p_moment')
    else for (const stream of streams) db.run('delete from p_moment where stream = ?', stream)
  },
})

/** Identifies a one-time event in every file that reports it. */
export interface Moment {
  readonly at: number
  readonly uuid: string
}

/**
 * Returns the one-time event that a log event reports; null for other events, and for lines without a uuid, whose copies cannot
 * be recognized.
 */
export const momentOf = (event: Recorded): Moment | null => {
  switch (event.type) {
    case 'turn-completed':
    case 'interrupt-recorded':
    case 'api-error-recorded':
      return named(event.occurredAt, event.data.uuid)
    case 'compaction-seen':
      return named(event.occurredAt, isPlace(event.data.uuid) ? undefined : event.data.uuid)
    default:
      return null
  }
}

const named = (at: number, uuid: string | undefined): Moment | null =>
  uuid === undefined ? null : { at: Math.floor(at), uuid }

// Lines without a uuid are identified by their number in the file.
const isPlace = (name: string): boolean => name.startsWith('line ')

/** A line that reports a one-time event: its session and its log event. */
export interface Telling {
  readonly stream: number
  readonly id: number
}

/**
 * Returns the reports of a one-time event. The first is in the session in which it counts: one that is not known to have copied
 * it, else the one that the log met first.
 */
export const tellingsOf = (db: Reader, { at, uuid }: Moment): readonly Telling[] =>
  db.all<{ stream: number; id: number }>(
    'select stream, id from p_moment where at = ? and uuid = ? order by copied, stream, id',
    at,
    uuid,
  )

/** Returns the other sessions that report one-time events of this one, in the whole log or in a range of positions. */
export const momentKinOf = (db: Reader, stream: number, after = 0, upTo = Number.MAX_SAFE_INTEGER): readonly number[] =>
  db
    .all<{ stream: number }>(
      `select distinct told.stream from p_moment own
       join p_moment told on told.at = own.at and told.uuid = own.uuid and told.stream <> own.stream
       where own.stream = ? and own.id > ? and own.id <= ?`,
      stream,
      after,
      upTo,
    )
    .map((told) => told.stream)
