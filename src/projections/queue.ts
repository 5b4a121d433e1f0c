import { defineProjection } from './define.js'
import { readOwner } from './ownership.js'

declare module './touched.js' {
  interface TouchedRows {
    /** The messages that wait in a lane, by its id. */
    queue: number
  }
}

/** The messages that wait until an agent of a lane has ended its turn. */
export const queueProjection = defineProjection({
  name: 'queue',
  version: 2,
  uses: ['ownership'],
  ddl: [
    // `owner` is that of the lane, `account` who wrote it.
    `create table p_queue (
       message text primary key, lane integer not null, owner text not null, account text not null, slot integer, text text not null,
       command integer not null,
       at real not null, held text, retry_at real
     ) without rowid`,
    'create index i_queue_lane on p_queue (lane, at)',
  ],
  reads: [
    'message-queued',
    'queued-message-edited',
    'queued-message-removed',
    'queued-message-sent',
    'queued-message-held',
    'lane-removed',
    'lane-forgotten',
    'lane-owner-changed',
  ],
  apply: (events, db, touched) => {
    for (const event of events) {
      const { occurredAt, stream } = event
      if (event.type === 'message-queued') {
        const { message, lane, account, slot, text, command, retryAt } = event.data
        db.run(
          `insert into p_queue (message, lane, owner, account, slot, text, command, at, retry_at)
             values (?, ?, ?, ?, ?, ?, ?, ?, ?)
             on conflict (message) do nothing`,
          message,
          lane,
          readOwner(db, stream),
          account,
          slot,
          text,
          Number(command),
          occurredAt,
          retryAt ?? null,
        )
      } else if (event.type === 'queued-message-edited') {
        const { message, text } = event.data
        db.run('update p_queue set text = ?, held = null where message = ?', text, message)
      } else if (event.type === 'queued-message-removed' || event.type === 'queued-message-sent')
        db.run('delete from p_queue where message = ?', event.data.message)
      else if (event.type === 'queued-message-held') {
        const { message, reason } = event.data
        db.run('update p_queue set held = ? where message = ?', reason, message)
      } else if (
        // They were written for agents of the owner before.
        event.type === 'lane-owner-changed' ||
        event.type === 'lane-removed' ||
        event.type === 'lane-forgotten'
      )
        db.run('delete from p_queue where lane = ?', event.data.lane)
      else continue
      touched.add('queue', event.data.lane)
    }
  },
  // Lanes belong to no session.
  clear: () => undefined,
})
