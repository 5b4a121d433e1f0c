import type { Recorded } from '../events/envelope.js'
import { defineProjection } from './define.js'
import type { Db } from './sql.js'

/**
 * What users set on a session that is no part of its state: whether it is pinned, and which failure they dismissed. Its own table,
 * because hooks rewrite the session's row and nearly no session has flags.
 */
export const sessionFlagProjection = defineProjection({
  name: 'session-flag',
  version: 1,
  ddl: [
    // `dismissed_at`: since when the session had the failure that was dismissed.
    'create table p_session_flag (stream integer primary key, pinned_at real, dismissed_at real)',
  ],
  reads: ['session-pin-set', 'session-dismissal-set'],
  apply: (events, db, touched) => {
    for (const event of events) {
      if (event.type === 'session-pin-set') set(db, event, 'pinned_at', event.data.pinned ? event.occurredAt : null)
      else if (event.type === 'session-dismissal-set') set(db, event, 'dismissed_at', event.data.failedAt)
      else continue
      touched.add('session', event.stream)
    }
  },
  clear: ({ streams, everything }, db) => {
    if (everything) db.run('delete from p_session_flag')
    else for (const stream of streams) db.run('delete from p_session_flag where stream = ?', stream)
  },
})

const set = (db: Db, { stream }: Recorded, column: 'pinned_at' | 'dismissed_at', at: number | null): void => {
  db.run(
    `insert into p_session_flag (stream, ${column}) values (?, ?) on conflict do update set ${column} = excluded.${column}`,
    stream,
    at,
  )
  db.run('delete from p_session_flag where stream = ? and pinned_at is null and dismissed_at is null', stream)
}
