import { defineProjection } from './define.js'
import { ownerOf } from './ownership.js'

// A browser belongs to the user who subscribed in it last.
const SUBSCRIBE = `insert into p_push values (?, ?, ?, ?, ?, null)
  on conflict do update set owner = excluded.owner, host = excluded.host, at = excluded.at, position = excluded.position,
    notify = null where p_push.owner <> excluded.owner`

/** The push subscriptions of browsers, without their endpoints and keys. */
export const pushProjection = defineProjection({
  name: 'push',
  version: 4,
  ddl: [
    `create table p_push (
       id text primary key, owner text not null, host text not null, at real not null, position integer not null,
       notify text
     )`,
  ],
  reads: ['push-subscribed', 'push-unsubscribed', 'push-settings-set'],
  apply: (events, db) => {
    for (const event of events) {
      if (event.type === 'push-subscribed') {
        const { subscription, host } = event.data
        const place = [event.occurredAt, event.position] as const
        db.run(SUBSCRIBE, subscription, ownerOf(event), host, ...place)
      } else if (event.type === 'push-settings-set') {
        const { subscription, needsMe, failed, finished, quiet, language } = event.data
        const notify = JSON.stringify({ needs_me: needsMe, failed, finished, quiet, language })
        db.run('update p_push set notify = ? where id = ?', notify, subscription)
      } else if (event.type === 'push-unsubscribed') {
        db.run('delete from p_push where id = ?', event.data.subscription)
      }
    }
  },
  // Subscriptions belong to no session.
  clear: () => undefined,
})
