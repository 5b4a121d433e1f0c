import type { Recorded } from '../events/envelope.js'
import { textOf } from '../domain/session/payload.js'
import { defineProjection } from './define.js'
import type { Db } from './sql.js'

/** When a session was forked from another one, by the hook that a fork starts with. Older lines of its transcript are copies. */
export const forkProjection = defineProjection({
  name: 'fork',
  version: 1,
  ddl: ['create table p_fork (stream integer primary key, at real not null)'],
  reads: ['hook-received'],
  apply: (events, db) => {
    for (const event of events) {
      if (!isFork(event)) continue
      const { stream, occurredAt: at } = event
      db.run(
        'insert into p_fork (stream, at) values (?, ?) on conflict (stream) do update set at = max(at, excluded.at)',
        stream,
        at,
      )
    }
  },
  clear: ({ streams, everything }, db) => {
    if (everything) db.run('delete from p_fork')
    else for (const stream of streams) db.run('delete from p_fork where stream = ?', stream)
  },
})

/** Whether an event is the hook with which a fork starts under its own id. */
export const isFork = (event: Recorded): event is Recorded & { readonly type: 'hook-received' } =>
  event.type === 'hook-received' &&
  event.data.kind === 'SessionStart' &&
  textOf(event.data.payload, 'source') === 'fork'

/** Returns when a session was forked; -1 if no hook reported it. */
export const readFork = (db: Db, stream: number): number =>
  db.get<{ at: number }>('select at from p_fork where stream = ?', stream)?.at ?? -1
