import { defineProjection } from './define.js'
import { ownerOf } from './owner.js'

/** The push subscriptions of browsers, without their endpoints and keys. */
export const pushProjection = defineProjection({
  name: 'push',
  version: 2,
  ddl: [
    `create table p_push (
       id text primary key, owner text not null, host text not null, at real not null, position integer not null
     )`,
  ],
  reads: ['push-subscribed', 'push-unsubscribed'],
  apply: (events, db) => {
    for (const event of events) {
      if (event.type === 'push-subscribed') {
        const { subscription, host } = event.data
        const place = [event.occurredAt, event.position] as const
        db.run('insert or ignore into p_push values (?, ?, ?, ?, ?)', subscription, ownerOf(event), host, ...place)
      } else if (event.type === 'push-unsubscribed') {
        db.run('delete from p_push where id = ?', event.data.subscription)
      }
    }
  },
  // Subscriptions belong to no session.
  clear: () => undefined,
})
