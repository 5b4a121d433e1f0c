import { defineProjection } from './define.js'
import { ownerOf } from './ownership.js'

/** The named locks that are held. */
export const lockProjection = defineProjection({
  name: 'lock',
  version: 1,
  ddl: [
    `create table p_lock (
       owner text not null, name text not null, holder text not null, since real not null, primary key (owner, name)
     ) without rowid`,
  ],
  reads: ['lock-acquired', 'lock-broken', 'lock-released'],
  apply: (events, db) => {
    for (const event of events) {
      if (event.type === 'lock-acquired') {
        const { name, holder } = event.data
        db.run('insert or replace into p_lock values (?, ?, ?, ?)', ownerOf(event), name, holder, event.occurredAt)
      } else if (event.type === 'lock-broken' || event.type === 'lock-released') {
        db.run('delete from p_lock where owner = ? and name = ?', ownerOf(event), event.data.name)
      }
    }
  },
  // Locks belong to no session.
  clear: () => undefined,
})
